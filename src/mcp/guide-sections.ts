/** A section of the guide to the format: chapters, by the names of their headings. */
interface GuideSection {
  readonly name: string;
  readonly description: string;
  readonly chapters: readonly string[];
}

/** All chapters of docs/reference/format.md, in sections that agents can read separately. */
export const guideSections: readonly GuideSection[] = [
  {
    name: 'objects',
    description: 'Objects, states, relations.',
    chapters: [
      'The smallest film',
      'A first film',
      'How a film is built',
      'Defaults',
      'Objects',
      'States',
      'Relations and groups',
    ],
  },
  {
    name: 'text',
    description: 'Kinds, text, images, sound.',
    chapters: [
      'Kinds of objects',
      'Text and scripts',
      'Text that fits',
      'Texts that change',
      'Equations',
      'Images',
      'Sound',
    ],
  },
  {
    name: 'charts',
    description: 'Charts.',
    chapters: ['Charts'],
  },
  {
    name: 'motion',
    description: 'Time, tracks, easings, keyframes.',
    chapters: ['Time', 'Transitions', 'Tracks', 'Easing', 'Keyframes'],
  },
  {
    name: 'mistakes',
    description: 'Mistakes, limits, full format.',
    chapters: ['Common mistakes', 'Limits', 'Outputs', 'The full format'],
  },
  {
    name: 'fields',
    description: 'All fields.',
    chapters: ['All fields'],
  },
];

/** The URI of a section. */
export function sectionUri(name: string): string {
  return `service://docs/format/${name}`;
}

/**
 * Returns a section of the guide, with links to the other sections and without pictures and marks of generated parts,
 * which are only for the page.
 */
export function readSection(guide: string, name: string): string {
  const { chapters } = guideSections.find((section) => section.name === name) ?? { chapters: [] };
  const parts = chaptersOf(guide);
  const owners = new Map<string, string>();
  for (const section of guideSections) {
    for (const chapter of section.chapters) {
      for (const heading of headingsOf(parts.get(chapter) ?? '')) owners.set(heading, section.name);
    }
  }
  return chapters
    .map((chapter) => parts.get(chapter) ?? '')
    .join('')
    .replace(/^<img [^>]*>\n\n?/gm, '')
    .replace(/^<!-- .* -->\n\n?/gm, '')
    .replace(/\]\(#([a-z0-9-]+)\)/g, (link, heading) => {
      const owner = owners.get(heading);
      return owner === undefined ? link : `](${sectionUri(owner)})`;
    });
}

/** The text of each chapter by its name, headings included. */
export function chaptersOf(guide: string): ReadonlyMap<string, string> {
  const [, ...chapters] = guide.split(/^(?=## )/m);
  return new Map(chapters.map((text) => [text.slice(3, text.indexOf('\n')), text]));
}

/** The anchors of a chapter's headings, as Markdown renderers generate them. */
function headingsOf(chapter: string): string[] {
  return [...chapter.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
}
