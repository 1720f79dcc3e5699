/** The prefix of the cookies. Browsers send them to every port of this machine, and each preview has another port. */
const prefix = 'render-service-preview-';
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * A setting of this browser for all previews; undefined if it was never set. Settings contain nothing about the film.
 * @param {string} name
 */
export function readSetting(name) {
  const start = `${prefix}${name}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found && decodeURIComponent(found.slice(start.length));
}

/**
 * Changes a setting; undefined removes it.
 * @param {string} name
 * @param {string | undefined} value
 */
export function writeSetting(name, value) {
  if (value === readSetting(name)) return;
  const age = value === undefined ? 0 : yearSeconds;
  const written = `${prefix}${name}=${encodeURIComponent(value ?? '')}`;
  // biome-ignore lint/suspicious/noDocumentCookie: older browsers lack the Cookie Store API.
  document.cookie = `${written}; path=/; samesite=strict; max-age=${age}`;
}
