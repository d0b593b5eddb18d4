from django.urls import path

from ratings import export_views

urlpatterns = [
    path("", export_views.index, name="exports"),
    path("<str:name>", export_views.dump, name="export_file"),
]
