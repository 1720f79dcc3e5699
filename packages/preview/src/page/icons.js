import { element, make, makeSvg, setText } from './elements.js';
import { askJson } from './server-client.js';

/** @import { IconDrawing } from '@render-service/engine/process' */

const list = element('icons');
const search = element('search', HTMLInputElement);
const found = element('found');

/** Milliseconds for which a copied name is confirmed. */
const confirmedMs = 1500;

/**
 * A button with an icon, which copies its name.
 * @param {IconDrawing} icon
 */
function buttonOf({ name, width, height, shapes }) {
  const drawing = makeSvg('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
  drawing.append(
    ...shapes.map(({ d, fill = 'none', stroke = 'none', strokeWidth = 1 }) =>
      makeSvg('path', { d, fill, stroke, 'stroke-width': strokeWidth }),
    ),
  );
  const label = make('span', { className: 'icon-name' }, name);
  const button = make(
    'button',
    { type: 'button', className: 'icon', title: `Copy "${name}"` },
    drawing,
    label,
  );
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(name);
    setText(label, 'copied');
    setTimeout(() => setText(label, name), confirmedMs);
  });
  return button;
}

const icons = (await askJson('api/icons', {})) ?? [];
const buttons = icons.map((icon) => ({ names: [icon.name, ...icon.aliases], button: buttonOf(icon) }));
list.replaceChildren(...buttons.map(({ button }) => button));

function filter() {
  const words = search.value.toLowerCase().split(/[^a-z0-9]+/);
  let count = 0;
  for (const { names, button } of buttons) {
    button.hidden = !words.every((word) => names.some((name) => name.includes(word)));
    if (!button.hidden) count += 1;
  }
  setText(found, count === 0 ? 'No icon has such a name' : `${count} of ${buttons.length}`);
}

search.addEventListener('input', filter);
filter();
