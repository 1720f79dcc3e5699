/**
 * Writes the table of rules in docs/reference/errors.md between these marks:
 *
 *     <!-- rules -->
 *     <!-- end of rules -->
 */

/** Returns the page with a regenerated table. Throws an Error for a page without the marks. */
export function writeRules(page, problemRules) {
  const marks = /(<!-- rules -->\n).*?(<!-- end of rules -->)/s;
  if (!marks.test(page))
    throw new Error('docs/reference/errors.md: the marks of the table of rules are missing');
  return page.replace(marks, (_, start, end) => `${start}\n${table(problemRules)}\n${end}`);
}

function table(problemRules) {
  const rows = Object.entries(problemRules).map(([rule, { severity, meaning, remedy }]) => {
    const name = severity === 'warning' ? `\`${rule}\` (warning)` : `\`${rule}\``;
    return `| ${name} | ${meaning} | ${remedy.replaceAll('|', '\\|')} |\n`;
  });
  return `| rule | meaning | remedy |\n|---|---|---|\n${rows.join('')}`;
}
