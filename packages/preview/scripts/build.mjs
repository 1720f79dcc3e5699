import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compile } from '../../../scripts/build-package.mjs';

const folder = new URL('../', import.meta.url);
const source = new URL('src/page/', folder);
const target = new URL('dist/page/', folder);
const pathOf = (name) => fileURLToPath(new URL(name, source));

const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
};

compile(folder);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  ...options,
  entryPoints: ['preview.js', 'preview.css', 'icons.js', 'icons.css'].map(pathOf),
  outdir: fileURLToPath(target),
});
for (const name of ['index.html', 'icons.html', 'icon.svg'])
  copyFileSync(new URL(name, source), new URL(name, target));

/** The page of the conversation asks its client, which asks the tool server. */
const asksClient = {
  name: 'asks the client',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/server-client\.js$/ }, () => ({ path: pathOf('conversation-client.js') }));
  },
};

/** One file without references, as clients show it. */
const { outputFiles } = await build({
  ...options,
  entryPoints: ['conversation.js', 'conversation.css'].map(pathOf),
  outdir: fileURLToPath(target),
  plugins: [asksClient],
  write: false,
});
const textOf = (extension) => outputFiles.find(({ path }) => path.endsWith(extension)).text.trim();
const page = readFileSync(new URL('conversation.html', source), 'utf8')
  .replace('<link rel="stylesheet" href="conversation.css">', () => `<style>${textOf('.css')}</style>`)
  .replace(
    '<script type="module" src="conversation.js"></script>',
    () => `<script type="module">${textOf('.js').replaceAll('</script', '<\\/script')}</script>`,
  );
writeFileSync(new URL('conversation.html', target), page);
