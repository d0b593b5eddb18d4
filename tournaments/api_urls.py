from django.urls import path

from tournaments import api

urlpatterns = [
    path("", api.TournamentList.as_view(), name="api_tournaments"),
    path("<slug:slug>/", api.TournamentDetail.as_view(), name="api_tournament"),
    path("<slug:slug>/standings/", api.Standings.as_view(), name="api_standings"),
    path("<slug:slug>/rounds/", api.Rounds.as_view(), name="api_rounds"),
    path("<slug:slug>/enter/", api.EnterTournament.as_view(), name="api_enter"),
    path("<slug:slug>/withdraw/", api.WithdrawFromTournament.as_view(), name="api_withdraw"),
    path("<slug:slug>/start/", api.StartTournament.as_view(), name="api_start"),
    path("<slug:slug>/pair/", api.PairTournament.as_view(), name="api_pair"),
    path("<slug:slug>/finish/", api.FinishTournament.as_view(), name="api_finish"),
    path("<slug:slug>/cancel/", api.CancelTournament.as_view(), name="api_cancel"),
    path("<slug:slug>/bots/", api.TournamentBots.as_view(), name="api_tournament_bots"),
    path("<slug:slug>/remove/", api.RemoveFromTournament.as_view(), name="api_remove"),
    path("<slug:slug>/adjudicate/", api.AdjudicateTable.as_view(), name="api_adjudicate"),
]
