/** @import { FilmState } from '../film-state.ts' */

/**
 * The displayed status: that of the film, `drawing` if that takes a while, `making` while its small film is made, or
 * `faulty` for a film with problems that can still be shown.
 * @typedef {FilmState['status'] | 'drawing' | 'making' | 'faulty'} Status
 */

/** @type {Record<Status, string>} */
const sentences = {
  loading: 'Reading …',
  drawing: 'Drawing …',
  making: 'Making the film',
  ready: 'Up to date',
  faulty: 'Up to date, with problems',
  broken: 'Has problems',
  missing: 'The file is gone',
  unreadable: 'The file cannot be read',
};

/** @type {Partial<Record<FilmState['status'], string>>} */
const noPicture = {
  broken: 'There is no picture yet: the project has problems.',
  missing: 'There is no picture yet: the file is gone.',
  unreadable: 'There is no picture yet: the file cannot be read.',
};

/**
 * @param {Pick<FilmState, 'status' | 'remarks' | 'movie'>} film
 * @param {boolean} isSlow Whether reading or drawing has taken long enough to be mentioned.
 * @returns {Status}
 */
export function statusOf({ status, remarks, movie }, isSlow) {
  if (status !== 'loading' && isSlow) return 'drawing';
  if (status !== 'ready') return status;
  if (remarks.some(({ kind }) => kind === 'problem')) return 'faulty';
  return movie.status === 'making' ? 'making' : 'ready';
}

/**
 * The status as the page shows it, with the elapsed time or the progress: `Drawing … 2 s`, `Film 58 %`.
 * @param {Status} status
 * @param {object} progress
 * @param {boolean} progress.hasPicture Whether a good version of the project is on the page.
 * @param {number} progress.seconds How long the picture has been drawn.
 * @param {FilmState['movie']} progress.movie
 */
export function statusText(status, { hasPicture, seconds, movie }) {
  if (status === 'making') return `Film ${Math.floor(movie.fraction * 100)} %`;
  if (status === 'drawing' && seconds > 0) return `Drawing … ${seconds} s`;
  return statusSentence(status, hasPicture);
}

/**
 * The sentence for a status.
 * @param {Status} status
 * @param {boolean} hasPicture Whether a good version of the project is on the page.
 */
export function statusSentence(status, hasPicture) {
  const isOld = hasPicture && status in noPicture;
  return sentences[status] + (isOld ? '; this is the last good version' : '');
}

/**
 * Why the page has no picture at all; empty while the project is read for the first time.
 * @param {FilmState['status']} status
 */
export function noPictureSentence(status) {
  return noPicture[status] ?? '';
}
