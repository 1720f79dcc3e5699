import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

export interface Link {
  readonly page: string;
  readonly file: string;
  /** The anchor of a heading; empty for a link to the whole file. */
  readonly heading: string;
}

/** The targets of a page's links and pictures inside the package, without addresses of other sites. */
export function linksIn(page: string): Link[] {
  const prose = read(page)
    .replaceAll(/^( *)```.*?^\1```$/gms, '')
    .replaceAll(/`[^`\n]+`/g, '');
  const forms = [
    /\]\(<?([^\s)>]+)/g, // [text](target)
    /^ {0,3}\[[^\]]+\]: *<?([^\s>]+)/gm, // [name]: target
    /\b(?:src|href)\s*=\s*["']([^"']+)/g,
  ];
  return forms
    .flatMap((form) => [...prose.matchAll(form)].map(([, target]) => target))
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path, heading = ''] = target.split('#');
      return { page, file: path === '' ? page : posix.join(posix.dirname(page), path), heading };
    });
}

/** The anchors that Markdown viewers give to the headings of a page. */
export function anchorsIn(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  );
}
