/** The gallery: every template as a small film, with a link to its source. */
import { fileURLToPath } from 'node:url';
import { readTemplate, templates } from '../../packages/service/dist/contract/templates.js';

const templateFolder = fileURLToPath(new URL('../../templates/files/', import.meta.url));
const width = 260;
/** Few frames, because the films are part of every package. */
const fps = 10;
/** The bars of a spectrum are new in every frame, so only a part of the film is shown. */
const partOf = { podcast: { toMs: 4000 } };

/** The films of the gallery as `{ file, make }`; `make(library)` returns the bytes of an animated WebP. */
export const galleryFilms = templates.map(({ name }) => ({
  file: `${name}.webp`,
  make: async ({ render }) =>
    (
      await render(readTemplate(name), {
        format: 'webp',
        width,
        fps,
        ...partOf[name],
        baseFolder: templateFolder,
      })
    ).data,
}));

/** The text of docs/gallery.md. */
export function galleryPage() {
  return `# Gallery

27 films to start from. Each is one file of less than 2.5 KB, some with a recording beside it. The variables at its beginning are its
texts, its theme and its aspect ratio:

\`\`\`sh
render-service init sales --template bar-chart
render-service render sales.json -o sales.mp4 --set title="Loaves sold" --set theme=cobalt --set aspectRatio=9:16
render-service init --list
\`\`\`

\`aspectRatio\` may be \`16:9\`, \`9:16\` or \`1:1\`, and \`theme\` one of the [ten themes](reference/format/themes.md), a file of your
own in the folder of the film, or a theme as JSON. A table of values makes [one film for each row](guides/batches.md).

<!-- Written by npm run docs. -->
${templates.map(section).join('')}`;
}

function section({ name, description }) {
  const [what, command] = description.split(': ');
  const heading = capitalized(name.replaceAll('-', ' '));
  return `
## ${heading}

<img src="gallery/${name}.webp" width="${width}" alt="${heading}">

${capitalized(what)}: [${name}.json](../templates/${name}.json)${command === undefined ? '' : `, with \`${command}\``}
`;
}

function capitalized(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}`;
}
