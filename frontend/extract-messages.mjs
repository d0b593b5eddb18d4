// Collects the message ids of all scripts for translators: `npm run messages` rewrites script_messages.py; with --check it only compares.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CALL = /\b(?:t|msg)\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')/g;
const TARGET = "../platform/correio/pages/script_messages.py";

const ids = new Set();
for (const file of readdirSync("src", { recursive: true })) {
  if (!/\.(ts|svelte)$/.test(file)) continue;
  for (const [, double, single] of readFileSync(join("src", file), "utf8").matchAll(CALL)) ids.add(double ?? single);
}
const lines = [...ids].sort().map((id) => `    _("${id.replace(/\\'/g, "'")}"),`);
const wanted = `"""Message ids of the scripts, collected by \`npm run messages\` in frontend/. Do not edit."""

# ruff: noqa: E501
# fmt: off

from django.utils.translation import gettext_noop as _

MESSAGES = (
${lines.join("\n")}
)
`;
if (!process.argv.includes("--check")) writeFileSync(TARGET, wanted);
else if (readFileSync(TARGET, "utf8") !== wanted) {
  console.error("script_messages.py is not what the scripts say: run `npm run messages` in frontend/.");
  process.exit(1);
}
