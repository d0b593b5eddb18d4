/** Calls to the match API. Every failure is one of two things: the server said no, or nobody answered. */
import { type ErrorBody, type MatchJson, type OrderForm, type Preview, complete } from "./types";

/** The server answered and refused; nothing was changed. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** No answer, or one from something on the way: the request may or may not have been carried out. */
export class NoAnswer extends Error {}

const TIME_LIMIT_MS = 12_000;

export class MatchApi {
  /** Server time minus this device's time; deadlines are the server's. */
  skewMs = 0;

  constructor(private readonly base: string) {}

  now(): number {
    return Date.now() + this.skewMs;
  }

  async read(at: number | null = null): Promise<MatchJson> {
    return complete(await this.call<MatchJson>(at === null ? "" : `?at=${at}`));
  }

  async play(version: number, moves: string[], key: string): Promise<MatchJson> {
    return complete(await this.call<MatchJson>("/moves", { version, moves }, key));
  }

  preview(version: number, moves: string[]): Promise<Preview> {
    return this.call<Preview>("/preview", { version, moves });
  }

  /** Replaces the lines of one form; answers with all forms. */
  order(form: string, lines: string[], key: string): Promise<{ orders: OrderForm[] }> {
    return this.call("/orders", { form, lines }, key, "PUT");
  }

  resignOrAbort(what: "resign" | "abort"): Promise<unknown> {
    return this.call(`/${what}`, {}, crypto.randomUUID());
  }

  /** Asks for a rematch, or sits down at the one that was asked for; this browser adds its share of chance. */
  rematch(): Promise<{ url: string }> {
    const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return this.call("/rematch", { nonce }, crypto.randomUUID());
  }

  private async call<T>(path: string, body?: unknown, key?: string, method = "POST"): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json" };
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      headers["X-CSRFToken"] = csrfToken();
    }
    if (key) headers["Idempotency-Key"] = key;
    let response: Response;
    let text: string;
    try {
      response = await fetch(this.base + path, {
        method: body === undefined ? "GET" : method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: "same-origin",
        cache: "no-store",
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      text = await response.text();
    } catch (cause) {
      throw new NoAnswer(String(cause));
    }
    this.learnTime(response);
    if (response.ok) return JSON.parse(text) as T;
    if (response.status >= 500 || response.status === 429) throw new NoAnswer(`HTTP ${response.status}`);
    throw refusal(response.status, text);
  }

  private learnTime(response: Response): void {
    const date = Date.parse(response.headers.get("Date") ?? "");
    if (!Number.isNaN(date)) {
      const skew = date + 500 - Date.now();
      this.skewMs = Math.abs(skew) > 1500 ? skew : 0;
    }
  }
}

function refusal(status: number, text: string): Refused {
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    return new Refused(status, error.code, error.message);
  } catch {
    return new Refused(status, "unknown", `HTTP ${status}`);
  }
}

function csrfToken(): string {
  const cookie = /(?:^|;\s*)csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  return cookie ?? document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
}
