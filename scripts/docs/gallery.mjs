/** The gallery: every template as a small film and with its source. */
import { readTemplate, templates } from '../../packages/service/dist/contract/templates.js';

const width = 480;

/** The films of the gallery as `{ file, make }`; `make(library)` returns the bytes of an animated WebP. */
export const galleryFilms = templates.map(({ name }) => ({
  file: `${name}.webp`,
  make: async ({ render }) => (await render(readTemplate(name), { format: 'webp', width })).data,
}));

/** The text of docs/gallery.md. */
export function galleryPage() {
  return `# Gallery

Twelve films to start from. Each is one file of less than 2.5 KB, and the variables at its beginning are its texts, colours and
aspect ratio:

\`\`\`sh
render-service init sales --template bar-chart
render-service render sales.json -o sales.mp4 --set title="Loaves sold" --set aspectRatio=9:16
render-service init --list
\`\`\`

\`aspectRatio\` may also be \`1:1\` or \`4:5\`. A table of values makes [one film for each row](guides/batches.md).

<!-- Written by npm run docs. -->
${templates.map(section).join('')}`;
}

function section({ name, description }) {
  const heading = `${name[0].toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;
  return `
## ${heading}

<img src="gallery/${name}.webp" width="${width}" alt="${heading}: ${description.replace(/:.*/, '')}">

<details><summary>${name}.json</summary>

\`\`\`json project
${readTemplate(name).trimEnd()}
\`\`\`

</details>
`;
}
