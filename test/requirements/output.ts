import { type Area, statements } from './requirement.ts';

export const output: Area = {
  title: 'Pictures, films and sound',
  requirements: [
    ...statements(
      'semantics',
      '6. Output',
      `
output.size.both: If width and height are given, the output has that size.
output.size.one: If only one of them is given, the other keeps the first scene's aspect ratio, rounded, to even for MP4.
output.size.none: If neither is given, the output has the first scene's size, reduced to the limits with the same aspect
  ratio, even for MP4.
output.size.limits: A given size that breaks a limit is 422, never adjusted.
output.fit: A scene whose aspect ratio differs from the output is fitted inside it, centred and undistorted.
output.fit.background: The background of a fitted scene fills the rest.
svg.self-contained: An SVG is self-contained: no scripts, no external references.
svg.same: An SVG looks the same in every viewer: text and equations are outlines.
svg.label: An SVG contains the text itself as an accessible label.
svg.escaped: No authored string can become markup.
mp4.frames: Frame i of ceil(duration * fps / 1000) shows t = i / fps.
mp4.duration: The last sample is shortened so that the file has exactly the authored duration.
mp4.rate: The frame rate is otherwise constant.
mp4.pixels: The pixels are yuv420p.
mp4.color: Colours are BT.709 limited range, and tagged accordingly.
mp4.moov: The moov box precedes mdat.
mp4.key-frames: A key frame comes at least every 2 s.
mp4.sync-samples: The film's table of sync samples lists exactly its key frames, including the first picture.
mp4.held: A frame that repeats the previous one, and is no key frame, decodes to the very same pixels.
mp4.bitrate: The bitrate is capped so that a film fits into the size limit at a lower quality instead of failing.
output.formats: Films are also WebM, MOV, GIF, WebP and APNG, with their transparency.
output.too-large: An output that still exceeds the maximum size is 422.
audio.audible: A track is audible if it is not muted, volume > 0, duration > 0 and it starts before its scene ends.
audio.cut: A track is cut at its scene's end.
audio.start: start is scene time.
audio.offset: offset is a position in the source.
audio.wav.samples: WAV may be integer PCM of 8, 16, 24 and 32 bits and 32-bit float.
audio.wav.channels: WAV may be mono or stereo.
audio.wav.rates: WAV may have any rate from 8 to 192 kHz.
audio.wav.others: Any other WAV is refused with the name of its encoding.
audio.mix: Tracks are mixed at 48 kHz stereo with gain volume, summed, and clipped at full scale.
audio.mp3: Sound is MP3 at 192 kbit/s.
audio.sync: A sound starts within 2 ms of its time, the encoder's delay compensated.
output.deterministic: The same project and options give the same bytes, every time.
`,
    ),
    ...statements(
      'specification',
      'Limits',
      `
limits.input: The input is at most 32 MiB (33554432 bytes).
limits.output: The output is at most 64 MiB.
limits.side: Each output side is at most 1920 pixels.
limits.pixels: The output has at most 2073600 pixels.
limits.even: The sides of an MP4 are even.
limits.duration: An MP4 lasts at most 60 seconds (60000 ms).
limits.frames: An MP4 has at most 1800 frames.
limits.tracks: A render has at most 32 audible tracks.
limits.time: A render may take 120 seconds by default.
limits.scenes: A project has 1 to 100 scenes in sceneOrder, a scene 1 to 100 compositions in compositionOrder.
limits.scene-size: The width and height of a scene are 1 to 8192.
limits.image-size: The width and height of an image are 1 to 2048.
`,
    ),
  ],
};
