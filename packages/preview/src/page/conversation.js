import { Comparison } from './comparison.js';
import { exportFilm, follow, messageOf, notify, requestDisplay } from './conversation-client.js';
import { element, make, setText } from './elements.js';
import { firstSeen, neighbouringComposition, neighbouringFrame } from './film-times.js';
import { Notes } from './notes.js';
import { Playhead } from './playhead.js';
import { askJson } from './server-client.js';
import { Status } from './status.js';
import { noPictureSentence } from './status-text.js';
import { Strip } from './strip.js';
import { VariablesForm } from './variables-form.js';

/** @import { FilmState, Remark } from '../film-state.ts' */

/** Milliseconds by which an arrow key moves the playhead with Shift. */
const largeStepMs = 1000;

/** Columns of the sound's wave. */
const waveColumns = 800;

/** @type {FilmState | null} */
let film = null;

const status = new Status();
const strip = new Strip({
  onScrub: (time) => playhead.goTo(time),
  onZoom: () => {},
  onView: () => {},
  onNote: goToNote,
});
const playhead = new Playhead(strip, {
  onTime: () => {},
  onRest: () => {},
  onDrawing: (isDrawing) => status.setDrawing(isDrawing),
});
// The page opens no editor, so it shows no places in the file.
const notes = new Notes({ controls: () => [] }, goToNote);
const variablesForm = new VariablesForm();
const comparison = new Comparison(() => {
  playhead.player.pause();
  return playhead.timeMs;
});

/** @param {Remark} remark */
function goToNote({ timeMs }) {
  if (timeMs !== null) playhead.goTo(timeMs);
}

/** @param {FilmState} given */
function onFilm(given) {
  const before = film;
  const state = playhead.playable(given);
  film = state;
  const { file, outline, revision, formats } = state;
  setText(element('file'), file);
  status.setFilm(state);
  notes.setFilm(state);
  variablesForm.setFilm(state);
  comparison.setFilm(state);
  if (!before) {
    const films = formats.filter(({ kind }) => kind === 'film');
    const stills = formats.filter(({ kind }) => kind === 'still');
    const options = [...films, ...stills].map(({ id, label, kind }) =>
      make('option', { value: id }, kind === 'film' ? label : `${label} of this moment`),
    );
    element('export-format').replaceChildren(...options);
  }
  element('export-start', HTMLButtonElement).disabled = isExporting || state.status !== 'ready';
  element('controls').hidden = !outline;
  if (!outline) {
    setText(element('empty'), noPictureSentence(state.status));
    element('empty').hidden = false;
    return;
  }
  element('frame').hidden = false;
  document.documentElement.style.setProperty('--ratio', `${outline.width} / ${outline.height}`);
  if (!playhead.setFilm(state)) return;
  if (!before?.outline) playhead.goTo(firstSeen(outline));
  playhead.rest();
  void showWave(revision);
}

/** @param {number} revision */
async function showWave(revision) {
  const peaks = await askJson('api/wave', { revision, columns: waveColumns }).catch(() => null);
  if (!peaks || film?.revision !== revision) return;
  strip.drawWave(peaks);
  element('mute').hidden = peaks.length === 0;
}

/** @param {1 | -1} direction */
function goToComposition(direction) {
  if (film?.outline) playhead.goTo(neighbouringComposition(film.outline, playhead.timeMs, direction));
}

/** @param {1 | -1} direction */
function goToFrame(direction) {
  playhead.goTo(neighbouringFrame(playhead.timeMs, direction));
}

function toggleMute() {
  const mute = element('mute');
  const isMuted = mute.getAttribute('aria-pressed') !== 'true';
  mute.setAttribute('aria-pressed', String(isMuted));
  playhead.player.setSound(isMuted, 1);
}

const buttons = {
  play: () => playhead.togglePlaying(),
  'previous-composition': () => goToComposition(-1),
  'next-composition': () => goToComposition(1),
  'previous-frame': () => goToFrame(-1),
  'next-frame': () => goToFrame(1),
  mute: toggleMute,
};
for (const [id, act] of Object.entries(buttons)) element(id).addEventListener('click', () => film && act());

/** @type {Readonly<Record<string, (isShift: boolean) => void>>} */
const keys = {
  ArrowLeft: (isShift) => (isShift ? playhead.goTo(playhead.timeMs - largeStepMs) : goToFrame(-1)),
  ArrowRight: (isShift) => (isShift ? playhead.goTo(playhead.timeMs + largeStepMs) : goToFrame(1)),
  PageUp: () => goToComposition(-1),
  PageDown: () => goToComposition(1),
  Home: () => playhead.goTo(0),
  End: () => playhead.goTo(playhead.durationMs),
  ' ': () => playhead.togglePlaying(),
};
element('track').addEventListener('keydown', (event) => {
  const act = keys[event.key];
  if (!act || !film || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act(event.shiftKey);
});
element('frame').addEventListener('click', () => film && playhead.togglePlaying());

let isExporting = false;

// Clients allow scripts, but no forms.
element('export-start').addEventListener('click', async () => {
  const id = element('export-format', HTMLSelectElement).value;
  const format = film?.formats.find((one) => one.id === id);
  if (!format || isExporting) return;
  isExporting = true;
  element('export-start', HTMLButtonElement).disabled = true;
  const tell = (/** @type {string} */ message) => setText(element('export-message'), message);
  const { extension, kind } = format;
  const order = { format: id, extension, ...(kind === 'still' && { timeMs: playhead.timeMs }) };
  await exportFilm(order, tell).then(
    (path) => tell(`Made ${path}`),
    (error) => tell(messageOf(error)),
  );
  isExporting = false;
  element('export-start', HTMLButtonElement).disabled = film?.status !== 'ready';
});

let display = /** @type {'inline' | 'fullscreen'} */ ('inline');
element('larger').addEventListener('click', async () => {
  await requestDisplay(display === 'inline' ? 'fullscreen' : 'inline').catch(() => {});
});

/** @param {Readonly<Record<string, any>>} context */
function onContext({ theme, availableDisplayModes, displayMode }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
  if (availableDisplayModes) element('larger').hidden = !availableDisplayModes.includes('fullscreen');
  if (displayMode) {
    display = displayMode;
    setText(element('larger'), display === 'inline' ? 'Larger' : 'Smaller');
  }
}

let toldHeight = 0;
new ResizeObserver(() => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height === toldHeight) return;
  toldHeight = height;
  notify('ui/notifications/size-changed', { height });
}).observe(document.body);
new ResizeObserver(() => film?.outline && !playhead.isPlaying && playhead.rest()).observe(element('frame'));

void follow(
  {
    onFilm,
    onContext,
    onFailure: (message) => {
      setText(element('failure'), message ?? '');
      element('failure').hidden = message === null;
    },
  },
  { name: 'render-service', version: '1' },
);
