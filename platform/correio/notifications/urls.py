from django.urls import path

from correio.notifications import views

urlpatterns = [
    path("settings/mail/", views.mail_settings, name="mail_settings"),
    path("dev/mail/", views.letters, name="letters"),
    path("dev/mail/<int:pk>/", views.letter, name="letter"),
]
