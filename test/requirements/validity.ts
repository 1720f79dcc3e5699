import { type Area, statements } from './requirement.ts';

export const validity: Area = {
  title: 'Valid projects',
  requirements: [
    ...statements(
      'semantics',
      '1. Validity (an invalid project is 422)',
      `
validity.messages: Every message names the place and the rule.
validity.all-problems: Up to 20 problems are reported, not only the first one.
validity.unknown-properties: Unknown properties are ignored.
validity.extended: Fields and keyframe properties beyond the contract are read only in documents with "extended": true.
validity.easing-fields: An easing object has exactly the contract's fields.
validity.reserved-names: Reserved names are refused anywhere, as keys or as ids.
validity.finite: Numbers are finite.
validity.duplicate-keys: Of duplicate keys in the JSON, the last one counts.
validity.keys.scenes: The key of a scene equals its id.
validity.keys.objects: The key of an object equals its id.
validity.keys.compositions: The key of a composition equals its id.
validity.keys.transitions: The key of a transition equals its id.
validity.keys.audioTracks: The key of an audio track equals its id.
validity.keys.tracks: A track may have any id as its key; each object has at most one in a transition.
validity.sceneOrder: sceneOrder names every scene exactly once.
validity.compositionOrder: compositionOrder names every composition exactly once.
validity.states: The keys of states name objects of the same scene.
validity.tracks: The keys of tracks name objects of the same scene.
validity.transition.neighbours: A transition joins a composition to the one directly after it in compositionOrder.
validity.transition.one-a-pair: At most one transition joins a pair of compositions.
validity.track.span: A track ends within its transition: start + duration <= transition.duration.
validity.track.timings: Each timing of a track that is not null ends within the transition.
validity.track.implicit: The span of an implicit track is not checked, because its own start and duration are ignored.
validity.keyframes.count: A track has at most 1024 keyframes.
validity.keyframes.colors: Keyframes of fill and stroke have a Color as value.
validity.keyframes.numbers: Keyframes of every other property have a number as value.
validity.keyframes.unit: Keyframes of opacity and reveal are in 0..1.
validity.keyframes.sizes: Keyframes of strokeWidth, fontSize and cornerRadius are in 0..10000.
validity.parents.exist: A parentId that is set names another object of the scene.
validity.parents.acyclic: Parents form no cycle.
validity.image: An object of kind image has an image.
validity.video: An object of kind video has media of a video type with width and height, and a playback.
validity.video.span: The playback of a video ends within its media: offset + duration <= media.duration + 1.
validity.audio.sound: The asset of an audio track has sound (hasAudio).
validity.audio.span: An audio track ends within its asset: offset + duration <= asset.duration + 1.
validity.media.duration: The duration of a media asset may be 0.
validity.media.data-url: A data URL has the mime that its asset declares.
validity.media.aliases: audio/x-wav and audio/wave count as audio/wav, image/jpg counts as image/jpeg.
validity.unsupported.inspect: Well-formed but unsupported content is not invalid: an inspection lists it as an issue (200).
validity.unsupported.render: A render refuses unsupported content with 422, all problems in one message.
validity.unsupported.video: An object of kind video is unsupported.
validity.unsupported.image: An image whose src is not a base64 data URL of image/png or image/jpeg is unsupported (WebP,
  http:, site-relative paths).
validity.unsupported.audio: Audible audio whose src is not a base64 data URL of audio/wav is unsupported in MP4.
validity.unsupported.audio-in-stills: Stills ignore audio.
validity.unsupported.tracks: More than 32 audible tracks are unsupported.
validity.unsupported.length: A project that no MP4 can hold gets an issue which notes that stills still work, and which
  does not block stills.
validity.warnings: Content that is drawn differently from what was authored gets an issue that starts with "warning: "
  and never blocks.
validity.warnings.tex: TeX that does not parse gets a warning.
validity.warnings.characters: Characters that are in no bundled font get a warning.
validity.issues.form: An issue has the form "<path>: <problem>; <remedy>".
`,
    ),
    ...statements(
      'specification',
      'MediaAsset',
      `
validity.media.only-wav: The schema admits every listed mime, but media other than PCM WAV audio is refused as
  unsupported (422).
`,
    ),
  ],
};
