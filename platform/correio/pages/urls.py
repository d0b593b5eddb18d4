from django.urls import path

from correio.pages import views

urlpatterns = [
    path("", views.home, name="home"),
    path("my/", views.my_matches, name="my_matches"),
    path("my/next/", views.next_match, name="next_match"),
]
