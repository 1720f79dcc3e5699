import { type Area, statements } from './requirement.ts';

export const shorthand: Area = {
  title: 'Shorthand',
  requirements: [
    ...statements(
      'authoring',
      '1. Shorthand',
      `
shorthand.marked: A project whose top level has "shorthand": true is expanded; any other keeps its meaning.
shorthand.pure: expandProject is one pure function, and never throws unexpected errors for a document.
shorthand.full: A full project is valid shorthand and expands to itself; expanding twice equals expanding once.
shorthand.problems: Problems name the place in the shorthand as its author wrote it, including those found only in the
  full project.
shorthand.limits: The full project obeys the limits of a document, and the size of an expansion is computed before it
  starts.
shorthand.hostile: No document causes a crash, a hang or more memory than the limits.
shorthand.defaults.project: name and version default to Untitled and 2.
shorthand.defaults.order: sceneOrder and compositionOrder default to the keys in the document's order.
shorthand.whole-numbers: Keys that are whole numbers are refused where the order of the keys matters.
shorthand.one-scene: Without scenes the film is one scene, main, whose fields are at the top level.
shorthand.defaults.id: id and name default to the key.
shorthand.defaults.scene: A scene's size and background default to 1920 x 1080 and #000000.
shorthand.defaults.object: order, locked and groupId default to the place in the document, false and null.
shorthand.defaults.composition: duration and accent default to 1000 and #ffffff.
shorthand.defaults.ids: Omitted ids of keyframes and tracks are generated.
shorthand.defaults.audio: By default an audio track is not muted, has volume 1, starts at 0, and plays its source from
  the start to the end.
shorthand.states: A state is built from the defaults, the object's own state, its state in the previous composition and
  the fields in the composition.
shorthand.states.defaults: The defaults of a state depend on the object's kind and the scene's size.
shorthand.states.hidden: false hides an object from a composition on until it is mentioned again.
shorthand.states.return: An object that comes back elsewhere leaves at its old place and enters at its new one.
shorthand.states.visible: An object is visible from the first composition that mentions it, and throughout if none does.
shorthand.enter: A composition's enter is a duration, or an object with duration and tracks; without it there is a cut.
shorthand.enter.default: A scene's enter is the default of all its compositions except the first.
shorthand.transitions: transitions may be written in full instead.
shorthand.tracks: Every field of a track may be left out.
shorthand.tracks.any: The track "*" applies to every object that changes and has no track of its own.
shorthand.tracks.stagger: stagger starts each object of the track "*" that many milliseconds after the previous one, in
  drawing order.
shorthand.keyframes: Keyframes may be lists of [at, value, easing] by property.
shorthand.colors: Colours may be CSS names.
shorthand.variables: Variables in strings are replaced, and a string that is only a variable takes its type.
shorthand.variables.literal: $\${ is a literal \${.
shorthand.variables.unknown: An unknown variable is a problem that lists the known ones.
shorthand.variables.unused: Unused variables are reported.
shorthand.variables.outside: Values given from outside override those in the document.
shorthand.variables.nothing-else: Nothing else is evaluated.
shorthand.files: If there is a folder, src may be a path relative to the project's file, and the file is embedded.
shorthand.files.inside: A path is inside the folder, without .., absolute paths or links that lead out.
shorthand.files.regular: Only regular files are read, and limits are checked before reading.
shorthand.files.http: Over HTTP, and wherever there is no folder, a file is refused with the reason.
shorthand.schema: Shorthand has its own JSON Schema with a description of every field, as the full project has; both are
  files in the package.
shorthand.schema.named: $schema at the top is allowed in both kinds of document, and never trusted.
shorthand.cli.expand: render-service expand INPUT prints the full project.
shorthand.cli.set: --set title=Bye sets a variable on the command line.
shorthand.cli.schema: render-service schema prints the JSON Schemas.
shorthand.cli.init: render-service init writes a first film in shorthand, and never overwrites a file.
shorthand.library: The library exports expandProject and shorthandSchema, and accepts variables and a baseFolder.
shorthand.tools: service_inspect and service_render accept variables.
`,
    ),
  ],
};
