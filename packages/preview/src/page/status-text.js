/** @import { FilmState } from '../film-state.ts' */

/**
 * The displayed status: that of the project, `drawing` if that takes a while, `making` while its film is made, or
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

/**
 * Added to `Up to date`.
 * @type {Partial<Record<FilmState['movie']['status'], string>>}
 */
const played = { ready: ', film ready', unavailable: ', plays stills' };

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
  return statusSentence(status, { hasPicture, movie: { ...movie, reason: null } });
}

/**
 * The sentence for a status, with the reason if the film cannot be made.
 * @param {Status} status
 * @param {object} shown
 * @param {boolean} shown.hasPicture Whether a good version of the project is on the page.
 * @param {FilmState['movie']} shown.movie
 */
export function statusSentence(status, { hasPicture, movie }) {
  const sentence = sentences[status];
  if (status === 'ready' || status === 'faulty') {
    const addition = status === 'ready' ? (played[movie.status] ?? '') : '';
    return sentence + addition + (movie.reason === null ? '' : `: ${movie.reason}`);
  }
  return hasPicture && status in noPicture ? `${sentence}; this is the last good version` : sentence;
}

/**
 * Why the page has no picture at all; empty while the project is read for the first time.
 * @param {FilmState['status']} status
 */
export function noPictureSentence(status) {
  return noPicture[status] ?? '';
}
