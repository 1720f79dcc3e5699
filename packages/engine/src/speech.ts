export { isWave } from './media/sound/wav-chunks.ts';
export { readWavFile } from './media/sound/wav-file.ts';
export { showClock } from './shorthand/narration/clock-time.ts';
export type { SpokenSentence } from './shorthand/narration/narration.ts';
export { sentenceKey, voiceFolder, voiceIndex } from './shorthand/narration/speech.ts';
