import { element, setText, showTime } from './elements.js';
import { ExportDialog } from './export.js';
import { Inspector } from './inspector.js';
import { keepView, keptView } from './kept-view.js';
import { Notes } from './panel.js';
import { Picture } from './picture.js';
import { Player, playingWidth } from './player.js';
import { askJson, listen } from './server.js';
import { Shortcuts } from './shortcuts.js';
import { Status } from './status.js';
import { Strip } from './strip.js';
import { Thumbnails } from './thumbnails.js';

const framesPerSecond = 30;
const frameMs = 1000 / framesPerSecond;

/** In frames: what the playhead's time, in whole microseconds, may be short of a frame's. */
const rounding = 1e-4;

/** Milliseconds that an arrow key moves the playhead, alone and with shift. */
const smallStepMs = 100;
const largeStepMs = 1000;

/** While the playhead moves and pictures take long, they are at most so many pixels wide. */
const movingWidth = 960;

/** Milliseconds after which a playhead that has not moved rests. */
const restMs = 120;

/** Columns of the sound's wave. */
const waveColumns = 2000;

/** What the server told last. */
let film = null;
let timeMs = 0;
let loop = null;
let movedAt = 0;
let restTimer;

const status = new Status();
const picture = new Picture(element('picture'), {
  onFailure: (error) => {
    const empty = element('empty');
    empty.hidden = error === null;
    // The picture before is of another time.
    element('frame').classList.toggle('stale', error !== null);
    setText(empty, error === null ? '' : `This picture cannot be drawn: ${error.message}`);
  },
  onDrawing: (isDrawing) => {
    status.setDrawing(isDrawing);
    inspector.setDrawing(isDrawing);
  },
});
const inspector = new Inspector();
const notes = new Notes(goTo);
const exportDialog = new ExportDialog();
const thumbnails = new Thumbnails();
const strip = new Strip({ onScrub: goTo, onZoom: makeThumbnails });
const player = new Player(element('video'), {
  onTime: (time, isVideo) => {
    const before = timeMs;
    element('video').hidden = !isVideo;
    showTimeOf(time);
    strip.follow(true);
    // Until the video starts, the picture at rest stays.
    if (!isVideo && timeMs !== before) picture.play(timeMs, playingWidth);
  },
  onPlaying: (isPlaying) => {
    element('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    if (isPlaying) return;
    element('video').hidden = true;
    rest();
  },
});

function durationMs() {
  return film?.outline?.durationMs ?? 0;
}

/** Moves the playhead. */
function goTo(time) {
  showTimeOf(Math.min(durationMs(), Math.max(0, time)));
  strip.follow(false);
  if (player.isPlaying) player.seek(timeMs);
  else rest();
}

/** Shows the picture at the playhead; where pictures take long, a smaller one first while the playhead moves. */
function rest() {
  const now = performance.now();
  const isMoving = now - movedAt < restMs;
  movedAt = now;
  clearTimeout(restTimer);
  const isSmall = isMoving && picture.isSlow;
  picture.show(timeMs, isSmall ? movingWidth : undefined);
  if (isSmall) restTimer = setTimeout(() => player.isPlaying || picture.show(timeMs), restMs);
  inspector.setTime(timeMs);
}

function segmentAt(time) {
  const segments = film?.outline?.segments ?? [];
  return segments.find(({ endMs }) => time < endMs) ?? segments.at(-1);
}

function showTimeOf(time) {
  timeMs = Math.round(time * 1000) / 1000;
  strip.setTime(timeMs);
  const segment = segmentAt(timeMs);
  const frame = Math.min(
    Math.floor(timeMs / frameMs + rounding),
    Math.max(0, Math.ceil(durationMs() / frameMs) - 1),
  );
  const at =
    segment === undefined ? '' : segment.to === null ? segment.name : `${segment.name} → ${segment.to}`;
  element('time').textContent = showTime(timeMs);
  element('milliseconds').textContent = `${Math.round(timeMs)} ms`;
  element('frame-number').textContent = `frame ${frame}`;
  element('composition').textContent = at;
  const track = element('track');
  track.setAttribute('aria-valuenow', String(Math.round(timeMs)));
  track.setAttribute('aria-valuetext', `${showTime(timeMs)}, frame ${frame}${at === '' ? '' : `, ${at}`}`);
}

function makeThumbnails() {
  if (film?.outline) thumbnails.make(film.revision, film.outline, strip.segments);
}

/** The largest frame of the film's proportions that fits beside the rest of the page. */
function layOut() {
  if (!film?.outline) return;
  const { width, height } = film.outline;
  const stage = element('stage');
  const margin = Math.max(16, Math.min(stage.clientWidth, stage.clientHeight) * 0.03);
  const scale = Math.min(
    (stage.clientWidth - 2 * margin) / width,
    (stage.clientHeight - 2 * margin) / height,
  );
  const frame = element('frame');
  frame.style.width = `${Math.max(1, Math.round(width * scale))}px`;
  frame.style.height = `${Math.max(1, Math.round(height * scale))}px`;
  if (!player.isPlaying) rest();
  makeThumbnails();
}

function showMovie({ movie, outline }) {
  const texts = {
    waiting: 'Sound soon',
    making: `Sound ready at 100 %: ${Math.round(movie.fraction * 100)} %`,
    ready: '',
    unavailable: `Plays without sound: ${movie.reason}`,
  };
  setText(element('movie'), outline ? texts[movie.status] : '');
  element('movie').title = element('movie').textContent;
}

/** Why there is no picture at all. */
const noPicture = {
  broken: 'There is no picture yet: the project has problems.',
  missing: 'There is no picture yet: the file is gone.',
  unreadable: 'There is no picture yet: the file cannot be read.',
};

function onFilm(state) {
  const before = film;
  film = state;
  const { file, revision, outline, movie } = state;
  document.title = `${file} – preview`;
  setText(element('file'), file);
  status.setFilm(state);
  showMovie(state);
  inspector.setFilm(state);
  exportDialog.setFilm(state);
  notes.setFilm(state);
  if (!outline) {
    const sentence = noPicture[state.status];
    element('empty').hidden = sentence === undefined;
    setText(element('empty'), sentence ?? '');
    return;
  }
  player.setDuration(outline.durationMs);
  player.setMovie(movie.status === 'ready' ? `api/movie?revision=${revision}` : null);
  if (before?.revision === revision) return;
  element('empty').hidden = true;
  element('frame').classList.remove('stale');
  element('duration').textContent = `/ ${showTime(outline.durationMs)}`;
  picture.setFilm(revision, outline);
  strip.setOutline(outline);
  setLoop(loop && loop.to <= outline.durationMs ? loop : null);
  showTimeOf(Math.min(timeMs, outline.durationMs));
  if (!before?.outline) restoreView();
  layOut();
  void showWave(revision);
}

/** Shows what the page showed before it was loaded again. */
function restoreView() {
  const kept = keptView();
  if (!kept) return;
  if (kept.loop && kept.loop.to <= durationMs()) setLoop(kept.loop);
  showTimeOf(Math.min(kept.timeMs, durationMs()));
  strip.zoomBy(kept.zoom);
}

addEventListener('pagehide', () => film?.outline && keepView({ timeMs, loop, zoom: strip.zoom }));

async function showWave(revision) {
  const peaks = await askJson('api/wave', { revision, columns: waveColumns }).catch(() => []);
  if (peaks && film.revision === revision) strip.drawWave(peaks);
}

function setLoop(given) {
  loop = given;
  player.setLoop(loop);
  strip.setLoop(loop);
  element('clear-loop').disabled = loop === null;
}

function setLoopStart() {
  const to = loop && loop.to > timeMs ? loop.to : durationMs();
  if (to > timeMs) setLoop({ from: timeMs, to });
}

function setLoopEnd() {
  const from = loop && loop.from < timeMs ? loop.from : 0;
  if (timeMs > from) setLoop({ from, to: timeMs });
}

function togglePlaying() {
  if (player.isPlaying) player.pause();
  else player.play(timeMs);
}

/** To the start of the composition before or after the playhead. */
function goToComposition(direction) {
  const starts = (film?.outline?.segments ?? [])
    .filter(({ to }) => to === null)
    .map(({ startMs }) => startMs);
  const next =
    direction > 0
      ? starts.find((start) => start > timeMs)
      : starts.findLast((start) => start < timeMs - 1e-3);
  goTo(next ?? (direction > 0 ? durationMs() : 0));
}

/** To a neighbouring frame of the film, whose times are multiples of the frame's length. */
function goToFrame(direction) {
  const frame = Math.floor(timeMs / frameMs + rounding);
  const isBetween = timeMs - frame * frameMs > 1e-3;
  goTo((frame + (direction > 0 ? 1 : isBetween ? 0 : -1)) * frameMs);
}

/** What had the focus in the panel when it was hidden. */
let focusedInPanel = null;

function togglePanel() {
  const panel = element('panel');
  const toggle = element('toggle-panel');
  const focused = document.activeElement;
  if (!panel.hidden) focusedInPanel = panel.contains(focused) ? focused : null;
  panel.hidden = !panel.hidden;
  toggle.setAttribute('aria-expanded', String(!panel.hidden));
  if (panel.hidden && focusedInPanel) toggle.focus();
  else if (focused === toggle && focusedInPanel?.isConnected) focusedInPanel.focus({ preventScroll: true });
}

const shortcuts = new Shortcuts();

const scrollingKeys = ['ArrowUp', 'ArrowDown'];

const keys = {
  ' ': togglePlaying,
  ArrowLeft: ({ shiftKey }) => goTo(timeMs - (shiftKey ? largeStepMs : smallStepMs)),
  ArrowRight: ({ shiftKey }) => goTo(timeMs + (shiftKey ? largeStepMs : smallStepMs)),
  ArrowUp: () => goToComposition(-1),
  ArrowDown: () => goToComposition(1),
  Home: () => goTo(0),
  End: () => goTo(durationMs()),
  ',': () => goToFrame(-1),
  '.': () => goToFrame(1),
  i: setLoopStart,
  o: setLoopEnd,
  x: () => setLoop(null),
  p: togglePanel,
  e: () => exportDialog.open(timeMs),
  '+': () => strip.zoomIn(),
  '-': () => strip.zoomOut(),
  Escape: () => inspector.select(null),
};

document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || element('export').open) return;
  if (key.length === 1 && !shortcuts.areOn) return;
  // The panel is scrolled by them.
  if (scrollingKeys.includes(key) && element('panel').contains(target)) return;
  // A button is pressed by space.
  if (key === ' ' && target instanceof HTMLButtonElement) return;
  const action = keys[key.length === 1 ? key.toLowerCase() : key];
  if (!action || !film) return;
  event.preventDefault();
  action(event);
});

const buttons = {
  play: togglePlaying,
  'set-in': setLoopStart,
  'set-out': setLoopEnd,
  'clear-loop': () => setLoop(null),
  'zoom-in': () => strip.zoomIn(),
  'zoom-out': () => strip.zoomOut(),
  'toggle-panel': togglePanel,
  'open-export': () => exportDialog.open(timeMs),
};
for (const [id, action] of Object.entries(buttons))
  element(id).addEventListener('click', () => film && action());

new ResizeObserver(layOut).observe(element('stage'));

const banners = {
  connected: '',
  lost: 'The preview has ended, or cannot be reached. If you start it again, open the URL that it prints.',
  refused: 'This preview has ended and another one was started: open the URL that it prints.',
};

listen({
  onFilm,
  onExport: (state) => exportDialog.update(state),
  onConnection: (connection) => {
    setText(element('banner'), banners[connection]);
    element('banner').hidden = connection === 'connected';
  },
});
