/** A section of the guide to the format. */
interface GuideSection {
  readonly name: string;
  /**
   * Chapters, by the names of their headings. `Kinds of objects: text` is a part of a chapter, which the section with the
   * whole chapter then does not have.
   */
  readonly chapters: readonly string[];
}

/** All chapters of docs/reference/format.md, in sections that agents can read separately. */
export const guideSections: readonly GuideSection[] = [
  {
    name: 'objects',
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
  { name: 'kinds', chapters: ['Kinds of objects', 'Images', 'Equations', 'Sound'] },
  {
    name: 'text',
    chapters: ['Kinds of objects: text', 'Text and scripts', 'Text that fits', 'Texts that change'],
  },
  { name: 'charts', chapters: ['Charts'] },
  { name: 'motion', chapters: ['Time', 'Transitions', 'Tracks', 'Easing', 'Keyframes'] },
  { name: 'mistakes', chapters: ['Common mistakes', 'Limits', 'Outputs', 'The full format'] },
  { name: 'fields', chapters: ['All fields'] },
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

/** The text of each chapter and each separate part of one by its name, headings included. */
export function chaptersOf(guide: string): ReadonlyMap<string, string> {
  const [, ...texts] = guide.split(/^(?=## )/m);
  const chapters = new Map(texts.map((text) => [headingOf(text), text]));
  for (const name of guideSections.flatMap((section) => section.chapters)) {
    const [chapter = '', part] = name.split(': ');
    const whole = chapters.get(chapter);
    if (part === undefined || whole === undefined) continue;
    const text = whole.split(/^(?=### )/m).find((one) => headingOf(one) === part) ?? '';
    chapters.set(name, text);
    chapters.set(
      chapter,
      whole.replace(text, () => ''),
    );
  }
  return chapters;
}

function headingOf(text: string): string {
  return text.slice(0, text.indexOf('\n')).replace(/^#+ /, '');
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
