from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render


def home(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


def my_matches(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/home.html")


def next_match(request: HttpRequest) -> HttpResponse:
    return redirect("my_matches")
