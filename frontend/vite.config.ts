import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Three entries: what every page loads, the match page, the live match of the home page. Boards are chunks of the second, loaded by game. */
export default defineConfig({
  base: "./",
  plugins: [svelte()],
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["src/site.ts", "src/match/main.ts", "src/home/main.ts"] },
  },
});
