from django.urls import path

from correio.lobby import api

urlpatterns = [
    path("lobby/", api.TableList.as_view(), name="api_lobby"),
    path("lobby/<str:code>/", api.TableDetail.as_view(), name="api_table"),
    path("lobby/<str:code>/join/", api.TableJoin.as_view(), name="api_join"),
    path("lobby/<str:code>/leave/", api.TableLeave.as_view(), name="api_leave"),
    path("lobby/<str:code>/bots/", api.TableBot.as_view(), name="api_bots"),
    path("matches/<str:code>/rematch", api.Rematch.as_view(), name="api_rematch"),
]
