import { copyButton, element, make, showPlace, showTime } from './elements.js';

const kinds = { problem: 'Problem', warning: 'Warning', advice: 'Advice' };

/** Lists what is wrong with the project, or hardly meant. A remark with a time is a jump to it. */
export function showNotes({ file, remarks, status, isAdvised }, onJump) {
  const problems = remarks.filter(({ kind }) => kind === 'problem').length;
  const count = element('notes-count');
  count.textContent = remarks.length === 0 ? '' : String(remarks.length);
  count.dataset.kind = problems > 0 ? 'problem' : 'advice';
  // A problem is seen however far the panel was scrolled.
  if (problems > 0) element('panel').scrollTop = 0;
  count.title = `${problems} problems, ${remarks.length - problems} pieces of advice`;
  const none = status === 'loading' || !isAdvised ? 'Looking…' : 'Nothing to put right.';
  element('notes').replaceChildren(
    ...(remarks.length === 0
      ? [make('li', { className: 'none faint' }, none)]
      : remarks.map((remark) => noteOf(remark, file, onJump))),
  );
}

function noteOf({ kind, message, path, place, timeMs }, file, onJump) {
  const note = make('li');
  note.append(make('span', { className: `kind ${kind}` }, kinds[kind]));
  if (timeMs !== null) {
    const jump = make('button', { type: 'button', className: 'link' }, `at ${showTime(timeMs)}`);
    jump.addEventListener('click', () => onJump(timeMs, path));
    note.append(' ', jump);
  }
  note.append(make('span', { className: 'message' }, message));
  if (path !== '' && path !== 'project') note.append(make('span', { className: 'faint' }, `${path} `));
  if (place) note.append(copyButton(showPlace(file, place), 'Place in the file'));
  return note;
}
