/**
 * A Content-Disposition for a file called after a project: a name of letters, digits, - and _, and beside it the
 * project's own name (RFC 5987) where that has other characters.
 */
export function attachment(projectName: string, extension: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(projectName)) return `attachment; filename="${projectName}.${extension}"`;
  const plain = projectName.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'project';
  // Separators of folders would name another place where the file is saved.
  const own =
    projectName
      .toWellFormed()
      .replace(/[\p{Cc}/\\]/gu, '-')
      .trim() || 'project';
  return `attachment; filename="${plain}.${extension}"; filename*=UTF-8''${encodeExtended(`${own}.${extension}`)}`;
}

/** Percent-encodes all but the characters that RFC 5987 lets stand. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
