/** @import { FilmState } from '../film-state.ts' */

/**
 * What the page shows: the status of the film, `drawing` if that takes a while, or `faulty` for a film with problems that can
 * still be shown.
 * @typedef {FilmState['status'] | 'drawing' | 'faulty'} Status
 */

/** @type {Record<Status, string>} */
const sentences = {
  loading: 'Reading …',
  drawing: 'Drawing …',
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
 * @param {Pick<FilmState, 'status' | 'remarks'>} film
 * @param {boolean} isSlow Whether reading or drawing has taken long enough to be mentioned.
 * @returns {Status}
 */
export function statusOf({ status, remarks }, isSlow) {
  if (status !== 'loading' && isSlow) return 'drawing';
  const hasProblems = remarks.some(({ kind }) => kind === 'problem');
  return status === 'ready' && hasProblems ? 'faulty' : status;
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

/**
 * How far the small film is; empty once it can play.
 * @param {FilmState['movie']} movie
 */
export function movieText({ status, fraction, reason }) {
  const texts = {
    waiting: 'Sound soon',
    making: `Sound ready at 100 %: ${Math.round(fraction * 100)} %`,
    ready: '',
    unavailable: `Plays without sound: ${reason}`,
  };
  return texts[status];
}
