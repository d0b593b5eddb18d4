/** What every page loads: styles, htmx, times in the reader's zone, theme, menus, keys. */
import "../styles/site.css";

import htmx from "htmx.org";

import { startFeed } from "./site/feed";
import { startKeys } from "./site/keys";
import { startMenus } from "./site/menus";
import { startTables } from "./site/tables";
import { rememberZone, startTheme } from "./site/theme";
import { startTimes } from "./site/times";

document.documentElement.classList.add("js");

htmx.config.includeIndicatorStyles = false;
htmx.config.allowEval = false;
document.addEventListener("htmx:configRequest", (event) => {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  const detail = (event as CustomEvent<{ headers: Record<string, string> }>).detail;
  if (token) detail.headers["X-CSRFToken"] = token;
});

startTheme();
rememberZone();
startMenus();
startKeys();
startTimes();
startTables();
startFeed();
