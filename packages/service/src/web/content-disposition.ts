/**
 * The Content-Disposition of a download: a name of letters, digits, - and _ with its extension, and the whole name as
 * well (RFC 6266) if it has other characters. `fileName` has an extension.
 */
export function attachment(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  const name = fileName.slice(0, dot);
  const extension = fileName.slice(dot);
  if (/^[A-Za-z0-9_-]+$/.test(name)) return `attachment; filename="${fileName}"`;
  const plain = name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'project';
  // Path separators would save the file somewhere else.
  const safe = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '-');
  const whole = encodeURIComponent((safe.trim() || 'project') + extension).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}${extension}"; filename*=UTF-8''${whole}`;
}
