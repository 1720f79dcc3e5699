import { type Area, statements } from './requirement.ts';

export const shorthand: Area = {
  title: 'Shorthand',
  requirements: [
    ...statements(
      'authoring',
      '1. Shorthand',
      `
shorthand.marked: A project whose top level has "shorthand": true is expanded; any other means what it meant.
shorthand.pure: expandProject is one pure function, and never throws for a document.
shorthand.full: A full project is valid shorthand and expands to itself; expanding twice is expanding once.
shorthand.problems: Problems name the place in the shorthand as its author wrote it, also those that only the full
  project shows.
shorthand.limits: The full project obeys the limits of a document, and what an expansion needs is counted before.
shorthand.hostile: No document is a crash, a hang or more memory than the limits.
shorthand.defaults.project: name and version are Untitled and 2 when left out.
shorthand.defaults.order: sceneOrder and compositionOrder are the keys in the document's order when left out.
shorthand.whole-numbers: Keys that are whole numbers are refused where the order of the keys counts.
shorthand.one-scene: Without scenes the film is one scene, main, whose fields stand at the top level.
shorthand.defaults.id: id and name are the key when left out.
shorthand.defaults.scene: A scene is 1920 x 1080 and #000000 when its size and background are left out.
shorthand.defaults.object: order, locked and groupId are the place in the document, false and null when left out.
shorthand.defaults.composition: duration and accent are 1000 and #ffffff when left out.
shorthand.defaults.ids: Ids of keyframes and tracks are made when left out.
shorthand.defaults.audio: An audio track is not muted, at volume 1, from 0, from the start of its source to its end when
  that is left out.
shorthand.states: A state is built from the defaults, the object's own state, its state in the composition before and
  what the composition says.
shorthand.states.defaults: The defaults of a state follow from the object's kind and the scene's size.
shorthand.states.hidden: false hides an object from a composition on until it is mentioned again.
shorthand.states.return: An object that comes back elsewhere leaves where it was and enters where it is then.
shorthand.states.visible: An object is visible from the first composition that mentions it, and throughout if none does.
shorthand.enter: A composition's enter is a duration, or an object with duration and tracks; left out, a cut.
shorthand.enter.default: A scene's enter is the default of all its compositions but the first.
shorthand.transitions: transitions may be written out instead.
shorthand.tracks: A track may leave out everything.
shorthand.tracks.any: The track "*" stands for every object that changes and has no track of its own.
shorthand.tracks.stagger: stagger starts each object of the track "*" so many milliseconds after the one before, in
  drawing order.
shorthand.keyframes: Keyframes may be lists of [at, value, easing] by property.
shorthand.colors: Colours may be CSS names.
shorthand.variables: Variables in strings are replaced, and a string that is only a variable takes its type.
shorthand.variables.literal: $\${ is a literal \${.
shorthand.variables.unknown: An unknown variable is a problem that lists the known ones.
shorthand.variables.unused: Unused variables are reported.
shorthand.variables.outside: Values given from outside win.
shorthand.variables.nothing-else: Nothing else is evaluated.
shorthand.files: Where there is a folder, src may be a path relative to the project's file, and the file is embedded.
shorthand.files.inside: A path is inside the folder or below, without .., absolute paths or links that lead out.
shorthand.files.regular: Only regular files are read, and limits are checked before reading.
shorthand.files.http: Over HTTP, and wherever there is no folder, a file is refused with the reason.
shorthand.schema: Shorthand has a JSON Schema of its own with a description of every field, as the full project's has;
  both are files in the package.
shorthand.schema.named: $schema at the top is allowed in both kinds of document, and never trusted.
shorthand.cli.expand: render-service expand INPUT prints the full project.
shorthand.cli.set: --set title=Bye sets a variable on the command line.
shorthand.cli.schema: render-service schema prints the JSON Schemas.
shorthand.cli.init: render-service init writes a first film in shorthand, and never overwrites a file.
shorthand.library: The library exports expandProject and shorthandSchema, and takes variables and a baseFolder.
shorthand.tools: service_inspect and service_render take variables.
`,
    ),
  ],
};
