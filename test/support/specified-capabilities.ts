/** The exact capabilities in the specification. */
export const specifiedCapabilities = {
  formats: ['svg', 'png', 'mp4'],
  videoCodec: 'avc',
  audioCodec: 'mp3',
  imageInputs: ['image/png', 'image/jpeg'],
  audioInputs: ['PCM WAV'],
  videoInputs: false,
  maxInputBytes: 33_554_432,
  maxPixels: 2_073_600,
  maxVideoDurationMs: 60_000,
  maxVideoFrames: 1800,
  externalAssets: false,
};
