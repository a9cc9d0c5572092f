import { defineConfig } from "vite";

// The build goes into the Python package, which serves it. Names are fixed: the server adds the digest of the files to their
// addresses, so that a new build is never mistaken for an old one.
export default defineConfig({
  base: "./",
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "[name].js" } } },
  build: {
    outDir: "../src/malle/web/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    rollupOptions: {
      input: { table: "src/main.tsx", pages: "src/pages.ts", people: "src/people.ts", play: "src/play.css" },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
