import { type Area, statements } from './requirement.ts';

export const motion: Area = {
  title: 'Motion',
  requirements: [
    ...statements(
      'motion',
      '1. How a text or an equation becomes another',
      `
motion.switch: Without textTransition, a text changes in the middle of its track.
motion.crossfade: With crossfade, the old text fades out while the new one fades in.
motion.count: With count, numbers run from the old value to the new one, written as in the new text; texts that differ
  in more crossfade, which is advice.
motion.morph: With morph, glyphs that both have move to their new place and size, and the others fade; none is lost or
  doubled.
motion.morph.equations: In equations, equal terms stay whole, and repeated symbols never cross needlessly.
motion.morph.texts: In texts, words are matched first, then letters; scripts that join letters by words only.
`,
    ),
    ...statements(
      'motion',
      '2. Colour in equations',
      `
motion.color: Equations may have colours by CSS names and hexadecimal values; the fill colours the rest.
`,
    ),
    ...statements(
      'motion',
      '3. Shapes',
      `
motion.sweep: sweep and innerRadius make a circle an arc, a sector or a segment of a ring; both are interpolated.
motion.dash: dash and dashOffset break every stroke into dashes; both are interpolated.
motion.points: points make a path a line or a curve through them, or a filled shape; they are interpolated.
motion.line-height: lineHeight sets the distance between lines; by default, Arabic and Devanagari lines never touch.
motion.direction: direction sets the direction of a text's paragraphs.
motion.vertical-align: verticalAlign says which part of a text stands at y.
motion.align: align works on equations as on texts.
motion.keyframes: Every number of these fields may have keyframes.
motion.absent: Without these fields, films have the same bytes as before.
motion.problems: Wrong values of these fields are problems that name the place and the way out.
`,
    ),
    ...statements(
      'motion',
      '4. Groups that move together',
      `
motion.groups: opacity, visible and false of a group, and its track, go to every member.
motion.tracks: The tracks of a composition's enter add to those of the scene, object by object.
motion.repeat: A list of keyframes may be repeated, also there and back.
motion.grow: grow may name the edge that stays.
`,
    ),
    ...statements(
      'motion',
      '5. Charts',
      `
motion.charts: Bars, lines and pies are drawn from data in the document or in a CSV file.
motion.charts.data: Data that change move bars, lines, labels and values together; sorted bars pass each other.
motion.charts.parts: A composition can mention the parts of a chart by their ids.
motion.charts.problems: Data that cannot be drawn are problems that name the place and the way out.
`,
    ),
  ],
};
