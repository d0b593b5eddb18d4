import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { type Plugin, defineConfig } from "vite";

/** Removes what earlier builds left, after the new files are there: a site that serves the folder never misses one. */
function prune(): Plugin {
  return {
    name: "prune",
    writeBundle({ dir }, bundle) {
      const kept = new Set(Object.keys(bundle));
      for (const name of readdirSync(join(dir ?? "dist", "assets"))) {
        if (!kept.has(`assets/${name}`)) rmSync(join(dir ?? "dist", "assets", name));
      }
    },
  };
}

/** Three entries: what every page loads, the match page, the live match of the home page. Boards are chunks of the second, loaded by game. */
export default defineConfig({
  base: "./",
  plugins: [svelte(), prune()],
  build: {
    outDir: "dist",
    emptyOutDir: false,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["src/site.ts", "src/match/main.ts", "src/home/main.ts"] },
  },
});
