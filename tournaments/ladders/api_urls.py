from django.urls import path

from tournaments.ladders import api

urlpatterns = [
    path("", api.LadderList.as_view(), name="api_ladders"),
    path("challenges/<int:key>/", api.ChallengeDetail.as_view(), name="api_challenge"),
    path("challenges/<int:key>/accept/", api.AcceptChallenge.as_view(), name="api_accept_challenge"),
    path("challenges/<int:key>/decline/", api.DeclineChallenge.as_view(), name="api_decline_challenge"),
    path("challenges/<int:key>/withdraw/", api.WithdrawChallenge.as_view(), name="api_withdraw_challenge"),
    path("challenges/<int:key>/sit/", api.SitAtChallenge.as_view(), name="api_sit_at_challenge"),
    path("challenges/<int:key>/stand/", api.StandFromChallenge.as_view(), name="api_stand_from_challenge"),
    path("challenges/<int:key>/call-off/", api.CallOffChallenge.as_view(), name="api_call_off_challenge"),
    path("<slug:slug>/", api.LadderDetail.as_view(), name="api_ladder"),
    path("<slug:slug>/rungs/", api.Rungs.as_view(), name="api_rungs"),
    path("<slug:slug>/challenges/", api.Challenges.as_view(), name="api_challenges"),
    path("<slug:slug>/moves/", api.Moves.as_view(), name="api_ladder_moves"),
    path("<slug:slug>/crowns/", api.Crowns.as_view(), name="api_crowns"),
    path("<slug:slug>/acts/", api.Acts.as_view(), name="api_ladder_acts"),
    path("<slug:slug>/months/<int:year>-<int:month>/", api.SnapshotDetail.as_view(), name="api_snapshot"),
    path("<slug:slug>/join/", api.JoinLadder.as_view(), name="api_join_ladder"),
    path("<slug:slug>/leave/", api.LeaveLadder.as_view(), name="api_leave_ladder"),
    path("<slug:slug>/settings/", api.LadderSettings.as_view(), name="api_ladder_settings"),
    path("<slug:slug>/vacation/", api.LadderVacation.as_view(), name="api_ladder_vacation"),
    path("<slug:slug>/remove/", api.RemoveFromLadder.as_view(), name="api_ladder_remove"),
    path("<slug:slug>/move/", api.MoveOnLadder.as_view(), name="api_ladder_move"),
]
