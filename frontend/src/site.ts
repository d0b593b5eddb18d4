/** What every page loads: styles, times in the reader's zone, theme, menus, keys. */
import "../styles/site.css";

import { startCurves } from "./ratings/curve";
import { startDerivations } from "./site/derivations";
import { startExamples } from "./site/examples";
import { startExchange } from "./site/exchange";
import { startFaults } from "./site/faults";
import { startFeed } from "./site/feed";
import { startKeys } from "./site/keys";
import { startMenus } from "./site/menus";
import { startPlan } from "./site/plan";
import { startTables } from "./site/tables";
import { rememberZone, startTheme } from "./site/theme";
import { startTimes } from "./site/times";

document.documentElement.classList.add("js");

startTheme();
rememberZone();
startMenus();
startKeys();
startTimes();
startTables();
startCurves();
startPlan();
startDerivations();
startFeed();
startFaults();
startExamples();
void startExchange();
