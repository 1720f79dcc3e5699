/** A section of the guide to the format: pages in docs/reference/format/, by their names. */
interface GuideSection {
  readonly name: string;
  readonly pages: readonly string[];
  /** The chapter with which it begins, and that before which it ends; missing for all of its pages. */
  readonly from?: string;
  readonly until?: string;
}

/** All pages of the format, in sections that agents can read separately. */
export const guideSections: readonly GuideSection[] = [
  { name: 'objects', pages: ['basics', 'objects', 'assertions'] },
  { name: 'layout', pages: ['layout', 'paint', 'themes'] },
  { name: 'kinds', pages: ['shapes', 'equations', 'media'] },
  { name: 'text', pages: ['text'] },
  { name: 'charts', pages: ['charts', 'axes', 'graphs', 'tables', 'formulas'] },
  { name: 'motion', pages: ['transitions', 'easing'] },
  { name: 'mistakes', pages: ['mistakes', 'outputs', 'full-format'] },
  { name: 'fields', pages: ['fields'], until: 'State' },
  { name: 'states', pages: ['fields'], from: 'State', until: 'Composition' },
  { name: 'times', pages: ['fields'], from: 'Composition' },
];

/** The URI of a section. */
export function sectionUri(name: string): string {
  return `service://docs/format/${name}`;
}

/**
 * Returns a section of the guide. Links to pages of the format become links to their sections, those to topics links to
 * their pages, and all others plain text. Pictures and the marks of generated parts are left out, because they are only
 * for the pages.
 */
export function readSection(readPage: (name: string) => string, name: string): string {
  const section = guideSections.find((one) => one.name === name);
  return chaptersOf(section?.pages.map((page) => readPage(page)).join('\n') ?? '', section)
    .replace(/^<img [^>]*>\n\n?/gm, '')
    .replace(/^<!-- .* -->\n\n?/gm, '')
    .replace(/\]\(\.\.\/topics\/([a-z]+)\.md\)/g, '](service://docs/$1)')
    .replace(/\[([^\]]*)\]\((?:#[a-z0-9-]+|\.\.\/[^)]*)\)/g, '$1')
    .replace(/\]\((?:([a-z-]+)\.md)?(?:#[a-z0-9-]+)?\)/g, (link, page) => {
      const owner = page === undefined ? name : guideSections.find(({ pages }) => pages.includes(page))?.name;
      return owner === undefined ? link : `](${sectionUri(owner)})`;
    });
}

function chaptersOf(text: string, { from, until }: Partial<GuideSection> = {}): string {
  const placeOf = (chapter: string) => text.indexOf(`\n## ${chapter}\n`) + 1;
  return text.slice(
    from === undefined ? 0 : placeOf(from),
    until === undefined ? text.length : placeOf(until),
  );
}

/** Returns the whole guide, section by section. */
export function readGuide(readPage: (name: string) => string): string {
  return guideSections.map(({ name }) => readSection(readPage, name)).join('\n');
}
