import { AddObject } from './add-object.js';
import { ChangesLine } from './changes-line.js';
import { Comparison } from './comparison.js';
import { CompositionMenu } from './composition-menu.js';
import { DroppedFiles } from './dropped-files.js';
import { openEasing } from './easing-editor.js';
import { Edits } from './edits.js';
import { element, setText } from './elements.js';
import { ExportDialog } from './export-dialog.js';
import { firstSeen, neighbouringComposition, neighbouringFrame, segmentAt } from './film-times.js';
import { Inspector } from './inspector.js';
import { keepView, keptView } from './kept-view.js';
import { LaneView } from './lane.js';
import { endLoop, loopAround, loopWithin, startLoop } from './loop.js';
import { moveInMenu } from './menu-keys.js';
import { Notes } from './notes.js';
import { ObjectActions } from './object-actions.js';
import { ObjectEditor } from './object-editor.js';
import { PictureEditor } from './picture-editor.js';
import { PictureView } from './picture-view.js';
import { Places } from './places.js';
import { Playhead } from './playhead.js';
import { ProblemOverlay } from './problem-overlay.js';
import { askJson, listen, sendLast } from './server-client.js';
import { ShortcutSheet, ShortcutSwitch } from './shortcut-sheet.js';
import { actionOf, keyOf, shortcuts, titleOf } from './shortcuts.js';
import { Split } from './split.js';
import { SpokenLanes } from './spoken-lanes.js';
import { Status } from './status.js';
import { noPictureSentence } from './status-text.js';
import { Strip } from './strip.js';
import { StripEditor } from './strip-editor.js';
import { Thumbnails } from './thumbnails.js';
import { VariablesForm } from './variables-form.js';

/** @import { FilmState, Remark } from '../film-state.ts' */
/** @import { Loop } from './loop.js' */
/** @import { Connection } from './server-client.js' */
/** @import { Action } from './shortcuts.js' */

/** Milliseconds by which an arrow key moves the playhead, alone and with Shift. */
const smallStepMs = 100;
const largeStepMs = 1000;

/** Columns of the sound's wave. */
const waveColumns = 2000;

/**
 * The newest state from the server.
 * @type {FilmState | null}
 */
let film = null;
/** @type {Loop | null} */
let loop = null;

const status = new Status();
const changesLine = new ChangesLine();
const pictureView = new PictureView(
  () => {
    if (!playhead.isPlaying) playhead.rest();
  },
  () => inspector.boxes,
);
const places = new Places();
const lane = new LaneView({
  places,
  onJump: (time) => playhead.goTo(time),
  onEasing: (span, opener) =>
    openEasing(opener, span.easing, (easing) => void stripEditor.setTrack(span, { easing })),
});
const edits = new Edits(() => playhead);
const editor = new ObjectEditor(edits);
const inspector = new Inspector({
  places,
  editor,
  onSelect: (object) => lane.show(object),
  onBadge: (remark) => notes.show(remark),
  isMeasuring: () => pictureView.isMeasuring,
});
new PictureEditor({
  view: () => inspector.view,
  editor,
  edits,
  pickTwice: () => inspector.pickTwice(),
  isMeasuring: () => pictureView.isMeasuring,
});
const objectActions = new ObjectActions({ edits, editor, onMade: (name) => inspector.select(name) });
const addObject = new AddObject({
  edits,
  composition: () => inspector.composition,
  sceneTimeMs: () => playhead.timeMs - (sceneAt()?.startMs ?? 0),
  onAdded: (name) => inspector.select(name),
  onFile: () => droppedFiles.choose(),
});
const droppedFiles = new DroppedFiles({ edits, editor, addObject, scene: sceneAt });
const notes = new Notes(places, goToNote);
const problems = new ProblemOverlay(places, showNotes);
const variablesForm = new VariablesForm(edits);
const comparison = new Comparison(() => {
  player.pause();
  return playhead.timeMs;
});
const exportDialog = new ExportDialog();
const thumbnails = new Thumbnails();
const spoken = new SpokenLanes({
  onJump: (time) => playhead.goTo(time),
  onSelect: (object) => inspector.select(object),
});
const strip = new Strip({
  onScrub: (time) => playhead.goTo(time),
  onZoom: makeThumbnails,
  onView: (view) => spoken.setView(view),
  onNote: goToNote,
});
const playhead = new Playhead(strip, {
  onTime: (time) => {
    spoken.setTime(time);
    pictureView.setScene(sceneAt(time) ?? null);
  },
  onRest: (time) => {
    inspector.setTime(time);
    edits.repeat();
  },
  onDrawing: (isDrawing) => {
    status.setDrawing(isDrawing);
    inspector.setDrawing(isDrawing);
  },
});
const { player } = playhead;
const timeMs = () => playhead.timeMs;
const stripEditor = new StripEditor({ edits, lane, spoken, timeMs });
const compositionMenu = new CompositionMenu({ edits, timeMs });

/**
 * The scene in the picture at a time.
 * @param {number} [time] That of the playhead unless another one is given.
 */
function sceneAt(time = playhead.timeMs) {
  const segment = film?.outline?.segments[segmentAt(film.outline, time)];
  return segment && film?.outline?.scenes[segment.scene];
}

/**
 * Shows where a note is, and selects its object.
 * @param {Remark} remark
 */
function goToNote(remark) {
  if (remark.timeMs !== null) playhead.goTo(remark.timeMs);
  if (remark.object !== null) inspector.select(remark.object);
  // The list has scrolled to the object.
  notes.show(remark);
  element('stage').scrollIntoView({ block: 'nearest' });
}

function makeThumbnails() {
  if (film?.outline) thumbnails.make(film.revision, film.outline, strip.segments);
}

/** Fits the film's frame into the space that the rest of the page leaves. */
function layOut() {
  if (!film?.outline) return;
  pictureView.layOut();
  if (!playhead.isPlaying) playhead.rest();
  makeThumbnails();
}

/** @param {FilmState} given */
function onFilm(given) {
  const before = film;
  const state = playhead.playable(given);
  film = state;
  const { file, revision, outline } = state;
  document.title = `${file} – preview`;
  setText(element('file'), file);
  status.setFilm(state);
  edits.setFilm(state);
  places.setFilm(state);
  inspector.setFilm(state);
  exportDialog.setFilm(state);
  notes.setFilm(state);
  problems.setFilm(state);
  variablesForm.setFilm(state);
  comparison.setFilm(state);
  if (!outline) {
    const sentence = noPictureSentence(state.status);
    element('empty').hidden = sentence === '';
    setText(element('empty'), sentence);
    return;
  }
  if (before?.revision !== revision) pictureView.setOutline(outline);
  if (!playhead.setFilm(state)) return;
  lane.setFilm(state);
  stripEditor.setFilm(state);
  compositionMenu.setFilm(state);
  addObject.setFilm(state);
  droppedFiles.setFilm(state);
  setLoop(loopWithin(loop, outline.durationMs));
  if (before?.outline) void markChanges(revision);
  else if (!restoreView()) playhead.goTo(firstSeen(outline));
  layOut();
  void spoken.setRevision(revision);
  void showWave(revision);
}

/**
 * Marks the differences from the previous version.
 * @param {number} revision
 */
async function markChanges(revision) {
  const changes = await askJson('api/changes', { revision }).catch(() => null);
  if (!changes || film?.revision !== revision) return;
  strip.markChanged(changes.segments);
  inspector.markChanged(changes);
  changesLine.show(changes);
}

/** Restores the view from before a reload. Returns whether there was one. */
function restoreView() {
  const kept = keptView(playhead.durationMs);
  if (!kept) return false;
  if (kept.loop) setLoop(kept.loop);
  playhead.goTo(kept.timeMs);
  strip.zoomBy(kept.zoom);
  pictureView.setZoom(kept.pictureZoom);
  if (kept.selected !== null) inspector.select(kept.selected);
  return true;
}

addEventListener('pagehide', () => {
  if (!film?.outline) return;
  const pictureZoom = pictureView.zoom;
  // What was tried ends with the page.
  if (film.variables.some(({ source }) => source === 'page')) sendLast('api/variables', { values: null });
  keepView({ timeMs: playhead.timeMs, loop, zoom: strip.zoom, pictureZoom, selected: inspector.selected });
});

/** @param {number} revision */
async function showWave(revision) {
  const peaks = await askJson('api/wave', { revision, columns: waveColumns }).catch(() => []);
  if (!peaks || film?.revision !== revision) return;
  strip.drawWave(peaks);
  element('sound').hidden = peaks.length === 0;
}

const mute = element('mute');
const volume = element('volume', HTMLInputElement);

function setSound() {
  player.setSound(mute.getAttribute('aria-pressed') === 'true', volume.valueAsNumber / 100);
}

function toggleMute() {
  if (element('sound').hidden) return;
  mute.setAttribute('aria-pressed', String(mute.getAttribute('aria-pressed') !== 'true'));
  setSound();
}

volume.addEventListener('input', setSound);
element('speed', HTMLSelectElement).addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) player.setSpeed(Number(target.value));
});

function toggleFullScreen() {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element('stage').requestFullscreen();
}

/** @param {Loop | null} given */
function setLoop(given) {
  loop = given;
  player.setLoop(loop);
  strip.setLoop(loop);
  element('loop-here').setAttribute('aria-pressed', String(loop !== null));
}

/** @param {1 | -1} direction */
function goToComposition(direction) {
  if (film?.outline) playhead.goTo(neighbouringComposition(film.outline, playhead.timeMs, direction));
}

/**
 * The element in the panel that had the focus when the panel was hidden.
 * @type {HTMLElement | null}
 */
let focusedInPanel = null;

/** Shows the notes in the panel. */
function showNotes() {
  if (element('panel').hidden) togglePanel();
  element('notes').closest('section')?.scrollIntoView();
  element('notes').focus({ preventScroll: true });
}

element('show-notes').addEventListener('click', showNotes);

/** Ends what lies on top: the problems over the picture, measuring, or the selection. */
function closeTopmost() {
  if (problems.isOpen) problems.hide();
  else if (pictureView.isMeasuring) pictureView.toggleMeasure();
  else inspector.select(null);
}

function togglePanel() {
  const panel = element('panel');
  const toggle = element('toggle-panel');
  const focused = document.activeElement;
  if (!panel.hidden)
    focusedInPanel = focused instanceof HTMLElement && panel.contains(focused) ? focused : null;
  panel.hidden = !panel.hidden;
  toggle.setAttribute('aria-expanded', String(!panel.hidden));
  if (panel.hidden && focusedInPanel) toggle.focus();
  else if (focused === toggle && focusedInPanel?.isConnected) focusedInPanel.focus({ preventScroll: true });
}

/** @param {boolean} isLarge */
const stepMs = (isLarge) => (isLarge ? largeStepMs : smallStepMs);

/** @type {Record<Action, (isShift: boolean) => void>} */
const actions = {
  play: () => playhead.togglePlaying(),
  back: (isShift) => playhead.goTo(playhead.timeMs - stepMs(isShift)),
  forward: (isShift) => playhead.goTo(playhead.timeMs + stepMs(isShift)),
  previousFrame: () => playhead.goTo(neighbouringFrame(playhead.timeMs, -1)),
  nextFrame: () => playhead.goTo(neighbouringFrame(playhead.timeMs, 1)),
  previousComposition: () => goToComposition(-1),
  nextComposition: () => goToComposition(1),
  start: () => playhead.goTo(0),
  end: () => playhead.goTo(playhead.durationMs),
  startLoop: () => setLoop(startLoop(loop, playhead.timeMs, playhead.durationMs)),
  endLoop: () => setLoop(endLoop(loop, playhead.timeMs)),
  clearLoop: () => setLoop(null),
  toggleLoop: () => setLoop(loop || !film?.outline ? null : loopAround(film.outline, playhead.timeMs)),
  zoomIn: () => strip.zoomIn(),
  zoomOut: () => strip.zoomOut(),
  togglePanel,
  openExport: () => exportDialog.open(playhead.timeMs, loop),
  openKeys: () => shortcutSheet.open(),
  compare: () => comparison.begin(),
  previousRow: () => variablesForm.stepRow(-1),
  nextRow: () => variablesForm.stepRow(1),
  fit: () => pictureView.setZoom(null),
  fullSize: () => pictureView.setZoom(1),
  largerPicture: () => pictureView.zoomIn(),
  smallerPicture: () => pictureView.zoomOut(),
  safeAreas: () => pictureView.toggleSafeAreas(),
  grid: () => pictureView.toggleGrid(),
  measure: () => pictureView.toggleMeasure(),
  fullScreen: toggleFullScreen,
  mute: toggleMute,
  duplicate: () => void objectActions.duplicate(),
  delete: () => void objectActions.delete(),
  undo: () => void edits.step('undo'),
  redo: () => void edits.step('redo'),
  deselect: closeTopmost,
};

const shortcutSwitch = new ShortcutSwitch();
const shortcutSheet = new ShortcutSheet();
new Split();

/** @param {EventTarget | null} target */
function isTyping(target) {
  const typed = 'input:not([type="checkbox"], [type="radio"], [type="color"]), select, textarea';
  return target instanceof Element && target.matches(typed);
}

/**
 * Whether a key in a field is not for its text: what is written into the file already is undone there.
 * @param {KeyboardEvent} event
 */
function isWritten({ target, ctrlKey, metaKey }) {
  return (
    (ctrlKey || metaKey) &&
    target instanceof HTMLElement &&
    target.closest('#fields') !== null &&
    target.dataset.dirty === undefined
  );
}

// Without an element to return to, the focus would stay in the closed dialog, where keys do nothing.
for (const dialog of document.querySelectorAll('dialog')) {
  dialog.addEventListener('close', () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) activeElement.blur();
  });
}

/** Whether the pointer brought the focus where it is. `:focus-visible` cannot tell, because each key turns it on. */
let isPointed = false;
document.addEventListener('pointerdown', () => {
  isPointed = true;
});

document.addEventListener('keydown', (event) => {
  const { target } = event;
  if (event.key === 'Tab') isPointed = false;
  if (!film || document.querySelector('dialog[open]')) return;
  // The browser closes the menu.
  if (event.key === 'Escape' && document.querySelector(':popover-open')) return;
  if (isTyping(target) && !isWritten(event)) {
    if (event.key === 'Escape' && target instanceof HTMLElement) target.blur();
    return;
  }
  // What changes the moment would close the menu.
  if (moveInMenu(event)) return;
  const action = actionOf(event, {
    areOn: shortcutSwitch.isOn,
    isInPanel: target instanceof Node && element('panel').contains(target),
    keepsSpace: !isPointed && target instanceof Element && target.matches('button, summary, input'),
  });
  if (!action) return;
  event.preventDefault();
  // Some browsers press the focused button when the key is released.
  if (action === 'play') target?.addEventListener('keyup', (end) => end.preventDefault(), { once: true });
  actions[action](event.shiftKey);
});
document.addEventListener('keyup', ({ key }) => {
  if (key.toLowerCase() === keyOf('compare')) comparison.end();
});

for (const shortcut of shortcuts) {
  if (!shortcut.button) continue;
  const button = element(shortcut.button);
  button.title = titleOf(shortcut);
  // The button for the previous version is held, not clicked.
  if (shortcut.action === 'compare') continue;
  button.addEventListener('click', () => film && actions[shortcut.action](false));
}

new ResizeObserver(layOut).observe(element('stage'));

/** @type {Record<Connection, string>} */
const banners = {
  connected: '',
  lost: 'The preview has ended or cannot be reached. This page continues when you start it again.',
  refused: 'This preview has ended, and another program answers here. Open the URL that the preview prints.',
};

listen({
  onFilm,
  onExport: (state) => exportDialog.update(state),
  onConnection: (connection) => {
    setText(element('banner'), banners[connection]);
    element('banner').hidden = connection === 'connected';
  },
});
