// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of shorthand have this form.
/** A template of 16 x 16 pixels with a variable of each type. */
export const template = {
  shorthand: true,
  variables: { color: 'red', opacity: 1, visible: true },
  width: 16,
  height: 16,
  objects: {
    box: { kind: 'rectangle', state: { fill: '${color}', opacity: '${opacity}', visible: '${visible}' } },
  },
  compositions: { main: { duration: 100, states: { box: {} } } },
};
