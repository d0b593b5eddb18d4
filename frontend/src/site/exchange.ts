/** htmx, on pages that use it: parts of a page that exchange themselves with the server's. */

const USES = "[hx-get], [hx-post], [hx-boost]";

export async function startExchange(): Promise<void> {
  if (!document.querySelector(USES)) return;
  document.addEventListener("htmx:configRequest", (event) => {
    const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
    const detail = (event as CustomEvent<{ headers: Record<string, string> }>).detail;
    if (token) detail.headers["X-CSRFToken"] = token;
  });
  const { default: htmx } = await import("htmx.org");
  htmx.config.includeIndicatorStyles = false;
  htmx.config.allowEval = false;
  htmx.process(document.body);
}
