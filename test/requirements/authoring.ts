import { type Area, statements } from './requirement.ts';

export const authoring: Area = {
  title: 'Authoring',
  requirements: [
    ...statements(
      'authoring',
      '3. Advice',
      `
advice.faces: The inspections of the command line, the library and the tool give advice; those of HTTP do not.
advice.issues: Advice is not among the issues, and does not stop any render.
advice.form: Each piece of advice has a path and a message; there are at most 50.
advice.fix: Where possible, advice has a number that solves the problem.
advice.beyond-frame: Advice reports an object beyond the frame, and a text partly beyond it, with its box.
advice.never-visible: Advice reports an object that is never visible, and one without any state.
advice.paints-nothing: Advice reports an object that paints nothing.
advice.like-background: Advice reports an object in the background's colour with only the background behind it.
advice.overlap: Advice reports two texts whose boxes overlap in a hold.
advice.small-text: Advice reports a text lower than 1.5 % of the frame's height.
advice.missing-mark: Advice reports extensions in a project in the full format that is not marked as extended.
advice.unknown-field: Advice reports every unknown field, wherever it stands, with what was probably meant.
advice.misplaced-field: Advice reports a field that belongs in another object.
advice.late-object: Advice reports an object whose own place is never seen, because it is invisible before its first mention.
advice.seconds: Advice reports a time in seconds where milliseconds are expected.
advice.reading-time: Advice reports a text that cannot be read in the time for which it is visible.
advice.nothing-happens: Advice reports a long hold without motion, sound or anything to read.
advice.jump: Advice reports an object that is slightly elsewhere in one composition only.
advice.tex: Advice reports a control character in place of TeX.
advice.short-transition: Advice reports a transition shorter than a frame.
advice.sound: Advice reports a sound that is cut off or never heard.
advice.useless-track: Advice reports a track for an object that does not change.
advice.transparent-film: Advice reports a transparent background in a film.
advice.unused-variable: Advice reports an unused variable.
advice.examples: The examples get no advice.
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
sheet.picture: A sheet shows moments of the film in one PNG, drawn like stills of the same moments.
sheet.captions: Each picture on a sheet is labelled with its time and its composition.
sheet.default: The default moments are the middles of holds and transitions, and show every composition once.
sheet.moments: moments sets the number of even moments, every the milliseconds between moments.
sheet.size: columns and width set the layout of a sheet, whose size is bounded.
sheet.options: Invalid options are refused with a sentence that names the rule and the value.
sheet.command: The command sheet writes a sheet as render writes a still: never partly, and over an existing file only
  with --force.
sheet.library: The library exports sheet().
`,
    ),
    ...statements(
      'authoring',
      '5. An agent that sees',
      `
agents.sheet: service_inspect with sheet: true returns a PNG of at most 1568 pixels a side and 1 MiB in addition to the
  JSON.
agents.resources: The resources contain the guides to the format and to shorthand as Markdown, and every example.
agents.listing: Instructions and listing stay under 8 KB, and no text appears twice in them.
agents.instructions: The instructions name the resources once.
`,
    ),
    ...statements(
      'authoring',
      '6. Preview',
      `
preview.command: preview INPUT prints the URL of a page on its own loopback server, which ends with the command.
preview.still: A picture on the page is the exact picture at the playhead.
preview.still.newest: A scrub cancels the previous still without ending the process, and only the newest is drawn.
preview.still.crash: A render process that ends unexpectedly is replaced.
preview.scrub: The playhead moves by mouse, touch and keyboard.
preview.play: The film plays with sound from a small film, and from stills where this film is not ready.
preview.movie: The small film is rendered in the background.
preview.strip: A strip shows scenes, holds and transitions to scale, with thumbnails and the waveform of the sound.
preview.objects: A click in the picture shows an object's name, box and state.
preview.relations: A selected object shows its relations, with the boxes of the objects that they name and the gaps.
preview.places: A place in the project is found in its file by line and column.
preview.watch: A saved change appears on the page, however it was saved, and the playhead stays.
preview.problems: When a project has problems, the last good picture stays, and the problems are listed with their
  lines.
preview.advice: Advice is listed under the problems, each piece with its place and its time.
preview.export: Exported stills, films and sheets have the bytes that the command line writes.
preview.export.cancel: An export shows its progress and can be cancelled.
preview.access.token: Without the token in the URL nothing is served, and no other server learns the token.
preview.access.origin: Host, Origin and site are checked as in the service.
preview.access.policy: The page runs only its own code, and cannot be framed.
preview.only-its-own: Only the page and its one project are served, and no file is changed except by applying a fix.
preview.fix: Apply fix changes only the values of the fix in the file, and refuses a file that has changed.
preview.markup: Markup in any string of a project stays text.
preview.editor: A place opens in the editor, by its URL or with a command that gets file, line and column.
preview.changes: After a save, the changed objects are marked for a moment, and a key shows the version before.
preview.lane: A selected object has a lane with its tracks, keyframes, easings and delays, each linked to its line.
preview.variables: A form tries values of variables without touching the file, and rows of a data file are stepped through.
preview.narrow: Everything can be reached at 320 pixels, and the picture keeps the width of a narrow window.
preview.page.size: The page is smaller than 140 KB.
preview.page.accessible: The page is accessible, in dark and in light.
preview.page.return: The page notices when its server goes away and returns, with the same URL for the same file.
`,
    ),
  ],
};
