from django.urls import path

from tournaments.api import directing, drafted, files, people, planning, playing, standing
from tournaments.api.commands import view_of

READ = {
    "": ("api_tournament", planning.TournamentDetail),
    "standings/": ("api_standings", standing.Standings),
    "rounds/": ("api_rounds", standing.Rounds),
    "rounds/<int:number>/": ("api_round", standing.RoundDetail),
    "outlook/": ("api_outlook", standing.Outlook),
    "entries/": ("api_entries", people.Entries),
    "byes/": ("api_byes", people.Byes),
    "invitations/": ("api_invitations", people.Invitations),
    "forbidden-pairs/": ("api_forbidden_pairs", people.ForbiddenPairs),
    "roles/": ("api_roles", people.Roles),
    "acts/": ("api_acts", people.Acts),
    "draft/": ("api_draft", drafted.DraftDetail),
    "report.trf": ("api_report_file", files.ReportFile),
    "event.json": ("api_event_file", files.EventFile),
    "standings.csv": ("api_standings_sheet", files.StandingsSheet),
    "pairings.csv": ("api_pairings_sheet", files.PairingsSheet),
}
COMMANDS = (*playing.COMMANDS, *drafted.COMMANDS, *directing.COMMANDS)

urlpatterns = [
    path("", planning.TournamentList.as_view(), name="api_tournaments"),
    *(path(f"<slug:slug>/{tail}", view.as_view(), name=name) for tail, (name, view) in READ.items()),
    *(path(f"<slug:slug>/{each.path}", view_of(each), name=each.name) for each in COMMANDS),
]
