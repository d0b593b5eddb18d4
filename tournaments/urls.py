from django.urls import path

from tournaments.service.views import pairing_service
from tournaments.views import desk, files, listing, planning, playing

urlpatterns = [
    path("", listing.tournament_list, name="tournaments"),
    path("new/", planning.create, name="new_tournament"),
    path("new/advice/", planning.advice, name="tournament_advice"),
    path("pairing/", pairing_service, name="pairing_service"),
    path("<slug:slug>/", playing.tournament, name="tournament"),
    path("<slug:slug>/crosstable/", playing.crosstable, name="tournament_crosstable"),
    path("<slug:slug>/players/<str:name>/", playing.player, name="tournament_player"),
    path("<slug:slug>/enter/", playing.enter, name="enter_tournament"),
    path("<slug:slug>/check-in/", playing.check_in, name="check_in_tournament"),
    path("<slug:slug>/withdraw/", playing.withdraw, name="withdraw_tournament"),
    path("<slug:slug>/come-back/", playing.come_back, name="come_back_tournament"),
    path("<slug:slug>/byes/ask/", playing.ask_for_bye, name="ask_for_bye"),
    path("<slug:slug>/byes/take-back/", playing.take_back_bye, name="take_back_bye"),
    path("<slug:slug>/byes/match/", playing.bye_match, name="bye_match"),
    path("<slug:slug>/event.json", files.event_file, name="tournament_event"),
    path("<slug:slug>/report.trf", files.report_file, name="tournament_report"),
    path("<slug:slug>/standings.csv", files.standings_sheet, name="tournament_standings_csv"),
    path("<slug:slug>/pairings.csv", files.pairings_sheet, name="tournament_pairings_csv"),
    path("<slug:slug>/rounds.ics", files.calendar_file, name="tournament_calendar"),
    path("<slug:slug>/print/<str:what>/", files.on_paper, name="tournament_paper"),
    path("<slug:slug>/edit/", planning.edit, name="edit_tournament"),
    path("<slug:slug>/clone/", desk.clone, name="clone_tournament"),
    path("<slug:slug>/desk/", desk.desk, name="tournament_desk"),
    path("<slug:slug>/desk/players/", desk.desk_players, name="desk_players"),
    path("<slug:slug>/desk/round/", desk.desk_round, name="desk_round"),
    path("<slug:slug>/desk/log/", desk.desk_log, name="desk_log"),
    path("<slug:slug>/desk/<int:round_number>/<int:table_number>/", desk.adjudicate, name="adjudicate"),
    path("<slug:slug>/desk/<str:act>/", desk.desk_act, name="desk_act"),
]
