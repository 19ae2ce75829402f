// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is built: one script, one style sheet, names with hashes, and each file
// compressed once here instead of at every request.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** What fits into a packet is sent as it is, and can be read with any tool. */
const PACKET = 1400;

/** Writes `name.gz` beside every built file of some size that is not compressed already; the server embeds these instead. */
function compressed(): Plugin {
  let folder = 'dist';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name);
        const file = statSync(path);
        if (file.isFile() && file.size > PACKET && !/\.(gz|woff2)$/.test(name)) {
          writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
        }
      }
    },
  };
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // Pictures of the pieces stay inside the style sheet: one request instead of twelve.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
  },
  plugins: [compressed()],
  test: { include: ['tests/**/*.test.ts'] },
  // `npx vite` while writing the page: the socket is that of a running `xanthos serve`.
  server: { proxy: { '/ws': { target: 'http://127.0.0.1:8047', ws: true, changeOrigin: true, rewriteWsOrigin: true } } },
});
