from django.urls import path

from correio.notifications import api

urlpatterns = [path("notices/", api.NoticeList.as_view(), name="api_notices")]
