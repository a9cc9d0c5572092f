// Builds what is not the table: the pages that games bring along (`solitaire/page/page.tsx` in a game's folder) and service workers.
// Each is one bundle of its own, so that the table's stays whole. Run after the main build, which empties the folder.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "vite";

const here = import.meta.dirname;
const games = resolve(here, "../src/malle/games");
const inputs = readdirSync(games).flatMap((game) => {
  const page = resolve(games, game, "solitaire/page/page.tsx");
  return existsSync(page) ? [{ [`${game}-solo`]: page }] : [];
});

for (const input of [...inputs, { sw: resolve(here, "src/sw.ts") }, { "play-sw": resolve(here, "src/play.sw.ts") }])
  await build({
    configFile: false,
    root: here,
    base: "./",
    resolve: {
      alias: [
        { find: /^@malle\//, replacement: `${resolve(here, "src")}/` },
        { find: /^preact(\/.*)?$/, replacement: `${resolve(here, "node_modules/preact")}$1` },
      ],
    },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: "../src/malle/web/static",
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rollupOptions: {
        input,
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  });
