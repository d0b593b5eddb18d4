/** Clocks are read from stored instants, never counted: remaining time = deadline - now. */
import type { SeatInfo } from "../api/types";
import { t } from "../i18n";
import { duration, moment } from "../words";

export interface ClockFace {
  /** What is left, if the clock runs. */
  left: string | null;
  /** The absolute hour at which time is up. */
  until: string | null;
  /** Why it runs or stands still, as the server says. */
  words: string;
  urgent: boolean;
}

export function face(seat: SeatInfo, now: number): ClockFace {
  if (!seat.deadline) return { left: null, until: null, words: seat.clock_words, urgent: false };
  const at = new Date(seat.deadline);
  const ms = at.getTime() - now;
  return {
    left: ms <= 0 ? t("time is up") : ms < 600_000 ? countdown(ms) : duration(ms),
    until: moment(at, new Date(now)),
    words: seat.clock_words,
    urgent: ms < 3_600_000,
  };
}

function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
