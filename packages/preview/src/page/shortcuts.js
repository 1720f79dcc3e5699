/**
 * The actions of the shortcuts.
 * @typedef {'play' | 'back' | 'forward' | 'previousFrame' | 'nextFrame' | 'previousComposition' | 'nextComposition' | 'start'
 *   | 'end' | 'startLoop' | 'endLoop' | 'clearLoop' | 'toggleLoop' | 'zoomIn' | 'zoomOut' | 'compare' | 'previousRow' | 'nextRow' | 'fit'
 *   | 'fullSize' | 'largerPicture' | 'smallerPicture' | 'safeAreas' | 'grid' | 'measure' | 'fullScreen' | 'mute'
 *   | 'togglePanel' | 'openExport' | 'openKeys' | 'undo' | 'redo' | 'duplicate' | 'delete'
 *   | 'deselect'} Action
 */

/**
 * A key, as `KeyboardEvent.key` names it (letters in lower case), and its action. `shown` is its displayed name.
 * `button` is the id of the button that does the same; its title names the key.
 * @typedef {object} Shortcut
 * @property {string} key
 * @property {string} shown
 * @property {Action} action
 * @property {string} does
 * @property {string} [button]
 */

/**
 * All shortcuts of the page. The table in docs/guides/preview.md lists the same keys.
 * @type {readonly Shortcut[]}
 */
export const shortcuts = [
  { key: ' ', shown: 'space', action: 'play', does: 'Play or pause', button: 'play' },
  { key: 'ArrowLeft', shown: '←', action: 'back', does: '100 ms back; with Shift, 1 second' },
  { key: 'ArrowRight', shown: '→', action: 'forward', does: '100 ms forward; with Shift, 1 second' },
  { key: ',', shown: ',', action: 'previousFrame', does: 'Previous frame, at 30 frames per second' },
  { key: '.', shown: '.', action: 'nextFrame', does: 'Next frame, at 30 frames per second' },
  {
    key: 'ArrowUp',
    shown: '↑',
    action: 'previousComposition',
    does: 'Previous composition',
    button: 'previous-composition',
  },
  {
    key: 'ArrowDown',
    shown: '↓',
    action: 'nextComposition',
    does: 'Next composition',
    button: 'next-composition',
  },
  { key: 'Home', shown: 'Home', action: 'start', does: 'Start of the film' },
  { key: 'End', shown: 'End', action: 'end', does: 'End of the film' },
  { key: 'i', shown: 'I', action: 'startLoop', does: 'Start of the loop', button: 'set-in' },
  { key: 'o', shown: 'O', action: 'endLoop', does: 'End of the loop', button: 'set-out' },
  { key: 'x', shown: 'X', action: 'clearLoop', does: 'Clear the loop' },
  {
    key: 'l',
    shown: 'L',
    action: 'toggleLoop',
    does: 'Loop the hold or transition at the playhead, or clear the loop',
    button: 'loop-here',
  },
  { key: '+', shown: '+', action: 'zoomIn', does: 'Zoom in', button: 'zoom-in' },
  { key: '-', shown: '-', action: 'zoomOut', does: 'Zoom out', button: 'zoom-out' },
  { key: 'b', shown: 'B', action: 'compare', does: 'Show the version before while held', button: 'compare' },
  {
    key: '[',
    shown: '[',
    action: 'previousRow',
    does: 'Previous row of the data file',
    button: 'previous-row',
  },
  { key: ']', shown: ']', action: 'nextRow', does: 'Next row of the data file', button: 'next-row' },
  { key: '0', shown: '0', action: 'fit', does: 'Fit the picture into the window', button: 'zoom-fit' },
  { key: '1', shown: '1', action: 'fullSize', does: 'Picture at 100 %', button: 'zoom-full' },
  { key: '9', shown: '9', action: 'largerPicture', does: 'Larger picture', button: 'zoom-picture-in' },
  { key: '8', shown: '8', action: 'smallerPicture', does: 'Smaller picture', button: 'zoom-picture-out' },
  { key: 's', shown: 'S', action: 'safeAreas', does: 'Show or hide the safe areas', button: 'safe-areas' },
  { key: 'g', shown: 'G', action: 'grid', does: 'Show or hide the grid', button: 'grid' },
  { key: 'r', shown: 'R', action: 'measure', does: 'Measure between two points', button: 'measure' },
  { key: 'f', shown: 'F', action: 'fullScreen', does: 'Full screen', button: 'full-screen' },
  { key: 'm', shown: 'M', action: 'mute', does: 'Turn the sound off or on', button: 'mute' },
  { key: 'p', shown: 'P', action: 'togglePanel', does: 'Show or hide the panel', button: 'toggle-panel' },
  { key: 'e', shown: 'E', action: 'openExport', does: 'Export', button: 'open-export' },
  {
    key: 'Control+z',
    shown: 'Ctrl Z',
    action: 'undo',
    does: 'Undo the last change of the file',
    button: 'undo',
  },
  { key: 'Control+Shift+z', shown: 'Ctrl Shift Z', action: 'redo', does: 'Make it again', button: 'redo' },
  { key: 'Control+y', shown: 'Ctrl Y', action: 'redo', does: 'Make it again' },
  {
    key: 'Control+d',
    shown: 'Ctrl D',
    action: 'duplicate',
    does: 'Duplicate the object',
    button: 'object-duplicate',
  },
  { key: 'Delete', shown: 'Delete', action: 'delete', does: 'Delete the object', button: 'object-delete' },
  { key: 'Backspace', shown: 'Backspace', action: 'delete', does: 'Delete the object' },
  { key: '?', shown: '?', action: 'openKeys', does: 'This list of shortcuts', button: 'open-keys' },
  { key: 'Escape', shown: 'Escape', action: 'deselect', does: 'Clear the selection' },
];

/** These keys scroll the panel while it has the focus. */
const scrollingKeys = ['ArrowUp', 'ArrowDown'];

/**
 * Where a key was pressed: whether single-character shortcuts are on, whether the focus is in the panel, and whether it
 * is on a button that the keyboard reached.
 * @typedef {{ readonly areOn: boolean, readonly isInPanel: boolean, readonly keepsSpace: boolean }} Focus
 */

/**
 * The action of a key; undefined if it has none there.
 * @param {{ readonly key: string, readonly ctrlKey: boolean, readonly metaKey: boolean, readonly altKey: boolean,
 * readonly shiftKey?: boolean }} event
 * @param {Focus} focus
 */
export function actionOf(event, { areOn, isInPanel, keepsSpace }) {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const held = `Control+${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`;
    return shortcuts.find((shortcut) => shortcut.key === held)?.action;
  }
  const isCharacter = key.length === 1;
  if (isCharacter && !areOn) return undefined;
  if (isInPanel && scrollingKeys.includes(key)) return undefined;
  // Space presses a button that the keyboard reached. After a click, it plays.
  if (key === ' ' && keepsSpace) return undefined;
  const name = isCharacter ? key.toLowerCase() : key;
  return shortcuts.find((shortcut) => shortcut.key === name)?.action;
}

/**
 * The title of a button: its action and its key.
 * @param {Shortcut} shortcut
 */
export function titleOf({ does, shown }) {
  return `${does} (${shown})`;
}

/**
 * The key of an action.
 * @param {Action} action
 */
export function keyOf(action) {
  return shortcuts.find((shortcut) => shortcut.action === action)?.key;
}
