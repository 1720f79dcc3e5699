/** The pages about one topic each, with their contents in a line. `docs/reference/topics/` has their texts. */
export const pages = {
  animation: 'how objects enter, change and leave',
  assertions: 'sentences that must be true of the film, in expect',
  axes: 'axes, functions, data and areas; objects at their points',
  camera: 'a view that moves and zooms',
  captions: 'what is spoken, from subtitles or the times of words',
  catalogue: 'components that every film has: windows, phones, chats, numbers, titles',
  'chart-kinds': 'several series, scales, notes, races; scatter, histogram, heatmap, waterfall',
  charts: 'bars, lines and pies: data, labels, values, colours, parts',
  code: 'programs and terminals: languages, lines, highlights, edits',
  components: 'kinds of your own, with parameters, looks and files',
  diagrams: 'states, classes, entities, mind maps, trees',
  emphasis: 'pointing at objects, parts and words; dimming the others',
  equations: 'TeX, its commands and colours, and how equations change',
  gantt: 'tasks in time',
  graph: 'flowcharts of boxes and arrows',
  groups: 'rows, columns, grids, cards, parts, data',
  images: 'pictures from files, icons',
  keyframes: 'values between two states, repetitions, paths of motion',
  loops: 'what repeats: presets, values, the time in formulas',
  narration: 'compositions that speak, or start at spoken words',
  paint: 'fills, strokes, dashes, opacity, glows and styles',
  places: 'at sides of the frame, beside, inside and around objects, on lines',
  scenes: 'how one scene becomes the next',
  sequence: 'who sends what to whom',
  shapes: 'circles, rectangles, arrows, paths and number lines, with labels',
  sound: 'music and voices: files, times, volume',
  table: 'rows and columns of data: header, columns, cells as parts',
  text: 'fonts, lines, alignment, marked words, counters, texts that change',
  theme: 'themes: their colours and styles, and your own',
  variables: 'variables, formulas, running numbers, rows of data',
  video: 'clips: files, range, speed',
} as const;

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as readonly PageName[];
