import { type Area, statements } from './requirement.ts';

export const authoring: Area = {
  title: 'Authoring',
  requirements: [
    ...statements(
      'authoring',
      '3. Advice',
      `
advice.faces: Advice is part of the inspections of the command line, the library and the tool, and not of HTTP.
advice.issues: Advice is not among the issues, and keeps no render from being made.
advice.form: Each piece of advice has a path and a message; there are at most 50.
advice.fix: Where it helps, a number puts it right.
advice.beyond-frame: An object beyond the frame, or a text of which a part is, is advised on with its box.
advice.never-visible: An object that is never visible, and one without any state, is advised on.
advice.paints-nothing: An object that paints nothing is advised on.
advice.like-background: An object of the background's colour that lies on it alone is advised on.
advice.overlap: Two texts whose boxes overlap in a hold are advised on.
advice.small-text: A text lower than 1.5 % of the frame's height is advised on.
advice.unknown-field: An unknown field whose name is close to a known one is advised on.
advice.tex: A control character where TeX was meant is advised on.
advice.short-transition: A transition shorter than a frame is advised on.
advice.sound: A sound that is cut off or never heard is advised on.
advice.useless-track: A track for an object that does not change is advised on.
advice.transparent-film: A transparent background in a film is advised on.
advice.unused-variable: A variable that nothing uses is advised on.
advice.examples: There is no advice on the examples.
advice.bounded: Advice takes little time and memory, whatever the project.
layout.boxes: The layout has each visible object's box in every hold.
layout.painted: No pixel is painted outside a box, and its edges are within a pixel of painted ones.
layout.faces: The command line has --layout, and the library and the tool layout: true.
`,
    ),
    ...statements(
      'authoring',
      '4. Contact sheet',
      `
sheet.picture: A sheet shows moments of the film in one PNG, as stills of the same moments would.
sheet.captions: Each picture on a sheet has its time and its composition.
sheet.default: The default moments are the middles of holds and transitions, and show every composition once.
sheet.moments: moments asks for even moments, every for one every so many milliseconds.
sheet.size: columns and width set the form of a sheet, whose size is bounded.
sheet.options: Options that are not allowed are refused with a sentence that names the rule and the value.
sheet.command: The command sheet makes a sheet as render makes a still: whole or not at all, and never over a file
  without --force.
sheet.library: The library has sheet().
`,
    ),
    ...statements(
      'authoring',
      '5. An agent that sees',
      `
agents.sheet: service_inspect with sheet: true answers with a PNG of at most 1568 pixels a side and 1 MiB beside the JSON.
agents.resources: The resources have the guides to the format and to the shorthand as Markdown, and every example.
agents.listing: Instructions and listing stay under 8 KB, and no text stands twice in them.
agents.instructions: The instructions name the resources once.
`,
    ),
    ...statements(
      'authoring',
      '6. Preview',
      `
preview.command: preview INPUT prints the URL of a page of its own server on loopback, and ends with it.
preview.still: A picture on the page is the exact picture at the playhead.
preview.still.newest: A scrub stops the still before it without ending the process, and only the newest is made.
preview.still.crash: A render process that ends is replaced.
preview.scrub: The playhead moves by mouse, touch and keyboard.
preview.play: The film plays with sound from a small film, and from stills where that is not ready.
preview.movie: The small film is made in the background.
preview.strip: A strip shows scenes, holds and transitions to scale, with thumbnails and the sound's wave.
preview.objects: An object's name, box and state are shown on a click in the picture.
preview.places: A place in the project is found in its file by line and column.
preview.watch: A saved change is on the page, in whatever way it was saved, and the playhead stays.
preview.problems: A project with problems leaves the last good picture, and they are listed with their lines.
preview.advice: Advice is listed below, each with its place and its time.
preview.export: Stills, films and sheets are exported with the bytes that the command line makes.
preview.export.cancel: An export shows its progress and can be cancelled.
preview.access.token: Without the token in the URL nothing is served, and no other server gets to know it.
preview.access.origin: Host, Origin and site are checked as the service does.
preview.access.policy: The page runs no code but its own, and nobody frames it.
preview.only-its-own: Nothing but the page and the one project is served, and no file is changed.
preview.markup: Markup in any string of a project stays text.
preview.page.size: The page has under 100 KB.
preview.page.accessible: The page is accessible, in dark and in light.
preview.page.return: A server that goes away and returns is noticed.
`,
    ),
  ],
};
