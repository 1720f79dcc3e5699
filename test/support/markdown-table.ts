/** The cells of the table under a second-level heading of a page, row by row, without the heads. */
export function tableUnder(page: string, heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = section.split('\n## ', 1)[0].split('\n');
  return lines
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
