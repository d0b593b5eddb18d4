from django.urls import path

from correio.matches import api

urlpatterns = [
    path("", api.MatchList.as_view(), name="api_matches"),
    path("<str:code>", api.MatchDetail.as_view(), name="api_match"),
    path("<str:code>/moves", api.MatchMoves.as_view(), name="api_moves"),
    path("<str:code>/orders", api.MatchOrders.as_view(), name="api_orders"),
    path("<str:code>/preview", api.MatchPreview.as_view(), name="api_preview"),
    path("<str:code>/resign", api.MatchResign.as_view(), name="api_resign"),
    path("<str:code>/abort", api.MatchAbort.as_view(), name="api_abort"),
    path("<str:code>/record", api.MatchRecord.as_view(), name="api_record"),
    path("<str:code>/log", api.MatchLog.as_view(), name="api_log"),
]
