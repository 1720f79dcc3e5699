import { type Area, statements } from './requirement.ts';

export const projectFields: Area = {
  title: 'Fields of a project',
  requirements: [
    ...statements(
      'specification',
      'Conventions',
      `
project.id.pattern: An Id is a string of 1 to 80 letters, digits, underscores and hyphens.
project.id.reserved: An Id is not __proto__, constructor or prototype.
project.id.keys: Every key of scenes, objects, audioTracks, transitions, compositions, tracks, keyframes and
  states is an Id.
project.reserved-names: The property names __proto__, constructor and prototype are refused in every object of
  the project.
project.color: A Color is none, transparent, or # and 3, 6 or 8 hexadecimal digits.
project.lengths: String lengths are counted in UTF-16 units.
project.optional: A field that is not listed as required may be left out.
`,
    ),
    ...statements(
      'specification',
      'Project (request body of inspect and render)',
      `
project.name: The name of a project is required: a string of at most 100 characters.
project.version: The version of a project is required: an integer from 1 to 2.
project.sceneOrder: The sceneOrder of a project is required: an array of 1 to 100 Ids.
project.scenes: The scenes of a project are required: a map of Id to Scene.
`,
    ),
    ...statements(
      'specification',
      'Scene',
      `
project.scene.id: A scene has id, an Id (required).
project.scene.name: A scene has name, a string of at most 200 characters (required).
project.scene.width: A scene has width, an integer from 1 to 8192 (required).
project.scene.height: A scene has height, an integer from 1 to 8192 (required).
project.scene.background: A scene has background, a Color (required).
project.scene.objects: A scene has objects, a map of Id to SceneObject (required).
project.scene.transitions: A scene has transitions, a map of Id to Transition (required).
project.scene.compositions: A scene has compositions, a map of Id to Composition (required).
project.scene.compositionOrder: A scene has compositionOrder, an array of 1 to 100 Ids (required).
project.scene.audioTracks: A scene has audioTracks, a map of Id to AudioTrack (optional).
`,
    ),
    ...statements(
      'specification',
      'SceneObject',
      `
project.object.id: A scene object has id, an Id (required).
project.object.kind: A scene object has kind, circle, rectangle, text, equation, path, arrow, numberline,
  image or video (required).
project.object.name: A scene object has name, a string of at most 200 characters (required).
project.object.order: A scene object has order, a number from -100000 to 100000 (required).
project.object.locked: A scene object has locked, a boolean (required).
project.object.groupId: A scene object has groupId, an Id or null (required).
project.object.parentId: A scene object has parentId, an Id or null (optional).
project.object.image: A scene object has image, an ImageAsset (optional).
project.object.media: A scene object has media, a MediaAsset (optional).
project.object.playback: A scene object has playback, a MediaPlayback (optional).
`,
    ),
    ...statements(
      'specification',
      'ImageAsset',
      `
project.image.src: An image asset has src, a string of at most 1398166 characters (required).
project.image.width: An image asset has width, an integer from 1 to 2048 (required).
project.image.height: An image asset has height, an integer from 1 to 2048 (required).
`,
    ),
    ...statements(
      'specification',
      'MediaAsset',
      `
project.media.src: A media asset has src, a string of at most 44739307 characters (required).
project.media.mime: A media asset has mime, video/mp4, video/webm, audio/mpeg, audio/wav, audio/ogg,
  audio/flac, audio/mp4 or audio/webm (required).
project.media.duration: A media asset has duration, a number from 0 to 86400000 (required).
project.media.hasAudio: A media asset has hasAudio, a boolean (required).
project.media.width: A media asset has width, an integer from 1 to 8192 (optional).
project.media.height: A media asset has height, an integer from 1 to 8192 (optional).
project.media.waveform: A media asset has waveform, an array of at most 160 numbers from 0 to 1 (optional).
`,
    ),
    ...statements(
      'specification',
      'MediaPlayback',
      `
project.playback.start: A media playback has start, a number from 0 to 86400000 (required).
project.playback.offset: A media playback has offset, a number from 0 to 86400000 (required).
project.playback.duration: A media playback has duration, a number from 0 to 86400000 (required).
`,
    ),
    ...statements(
      'specification',
      'AudioTrack',
      `
project.audioTrack.id: An audio track has id, an Id (required).
project.audioTrack.name: An audio track has name, a string of at most 200 characters (required).
project.audioTrack.asset: An audio track has asset, a MediaAsset (required).
project.audioTrack.muted: An audio track has muted, a boolean (required).
project.audioTrack.start: An audio track has start, a number from 0 to 86400000 (required).
project.audioTrack.offset: An audio track has offset, a number from 0 to 86400000 (required).
project.audioTrack.volume: An audio track has volume, a number from 0 to 1 (required).
project.audioTrack.duration: An audio track has duration, a number from 0 to 86400000 (required).
`,
    ),
    ...statements(
      'specification',
      'Composition',
      `
project.composition.id: A composition has id, an Id (required).
project.composition.name: A composition has name, a string of at most 200 characters (required).
project.composition.accent: A composition has accent, a Color (required).
project.composition.duration: A composition has duration, a number from 0 to 600000 (required).
project.composition.states: A composition has states, a map of Id to CompositionState (required).
`,
    ),
    ...statements(
      'specification',
      'CompositionState (appearance of one object in a Composition)',
      `
project.state.x: A state has x, a number from -100000 to 100000 (required).
project.state.y: A state has y, a number from -100000 to 100000 (required).
project.state.width: A state has width, a number from -100000 to 100000 (required).
project.state.height: A state has height, a number from -100000 to 100000 (required).
project.state.rotation: A state has rotation, a number from -100000 to 100000 (required).
project.state.shear: A state has shear, a number from -100000 to 100000 (optional).
project.state.scaleX: A state has scaleX, a number from -100000 to 100000 (optional).
project.state.scaleY: A state has scaleY, a number from -100000 to 100000 (optional).
project.state.anchorX: A state has anchorX, a number from -100000 to 100000 (optional).
project.state.anchorY: A state has anchorY, a number from -100000 to 100000 (optional).
project.state.fill: A state has fill, a Color (required).
project.state.stroke: A state has stroke, a Color (required).
project.state.path: A state has path, Bezier controls (required).
project.state.text: A state has text, a string of at most 10000 characters (required).
project.state.effect: A state has effect, none or glow (required).
project.state.opacity: A state has opacity, a number from 0 to 1 (required).
project.state.visible: A state has visible, a boolean (required).
project.state.fontSize: A state has fontSize, a number from 0 to 10000 (required).
project.state.strokeWidth: A state has strokeWidth, a number from 0 to 10000 (required).
project.state.cornerRadius: A state has cornerRadius, a number from 0 to 10000 (required).
`,
    ),
    ...statements(
      'specification',
      'CompositionState (appearance of one object in a Composition)',
      `
project.bezier.c1: Bezier controls have c1, an object with x and y, each a required number from -100000 to
  100000 (required).
project.bezier.c2: Bezier controls have c2, an object with x and y, each a required number from -100000 to
  100000 (required).
`,
    ),
    ...statements(
      'specification',
      'Transition',
      `
project.transition.id: A transition has id, an Id (required).
project.transition.fromId: A transition has fromId, an Id (required).
project.transition.toId: A transition has toId, an Id (required).
project.transition.tracks: A transition has tracks, a map of Id to TransitionTrack (required).
project.transition.duration: A transition has duration, a number from 0 to 600000 (required).
`,
    ),
    ...statements(
      'specification',
      'TransitionTrack',
      `
project.track.path: A track has path, Bezier controls or null (required).
project.track.type: A track has type, move, write, fade, grow or none (required).
project.track.order: A track has order, together or sequential (required).
project.track.start: A track has start, a number from 0 to 600000 (required).
project.track.duration: A track has duration, a number from 0 to 600000 (required).
project.track.easing: A track has easing, an Easing (required).
project.track.objectId: A track has objectId, an Id (required).
project.track.implicit: A track has implicit, a boolean (optional).
project.track.keyframes: A track has keyframes, a map of Id to Keyframe (optional).
project.track.fillTiming: A track has fillTiming, a Timing or null (optional).
project.track.pathTiming: A track has pathTiming, a Timing or null (optional).
project.track.sizeTiming: A track has sizeTiming, a Timing or null (optional).
project.track.revealTiming: A track has revealTiming, a Timing or null (optional).
project.track.strokeTiming: A track has strokeTiming, a Timing or null (optional).
project.track.opacityTiming: A track has opacityTiming, a Timing or null (optional).
project.track.fontSizeTiming: A track has fontSizeTiming, a Timing or null (optional).
project.track.positionTiming: A track has positionTiming, a Timing or null (optional).
project.track.rotationTiming: A track has rotationTiming, a Timing or null (optional).
project.track.strokeWidthTiming: A track has strokeWidthTiming, a Timing or null (optional).
project.track.cornerRadiusTiming: A track has cornerRadiusTiming, a Timing or null (optional).
`,
    ),
    ...statements(
      'specification',
      'TransitionTrack',
      `
project.timing.start: A timing has start, a number from 0 to 600000 (required).
project.timing.easing: A timing has easing, an Easing (required).
project.timing.duration: A timing has duration, a number from 0 to 600000 (required).
`,
    ),
    ...statements(
      'specification',
      'Keyframe',
      `
project.keyframe.at: A keyframe has at, a number from 0 to 1 (required).
project.keyframe.value: A keyframe has value, a number from -100000 to 100000 or a Color (required).
project.keyframe.easing: A keyframe has easing, an Easing (required).
project.keyframe.property: A keyframe has property, one of the 21 properties x, y, anchorX, anchorY, opacity,
  width, height, scaleX, scaleY, rotation, shear, fill, stroke, strokeWidth, fontSize, cornerRadius, c1x, c1y,
  c2x, c2y and reveal (required).
project.keyframe.deleted: A keyframe has deleted, a boolean (optional).
`,
    ),
    ...statements(
      'specification',
      'Easing',
      `
project.easing.names: An Easing may be linear, easeInOut, easeIn or easeOut.
project.easing.cubicBezier: An Easing may be an object with the required fields type (the constant
  cubicBezier), x1, y1, x2 and y2 (numbers from 0 to 1).
`,
    ),
  ],
};
