export { isWave } from './media/sound/wav-chunks.ts';
export { langPattern } from './project/field-schemas.ts';
export { measureSpeech, type SpeechTimes } from './shorthand/narration/measure-speech.ts';
export type { SpokenSentence } from './shorthand/narration/narration.ts';
export { entriesOfRecordings, sentenceKey, voiceFolder, voiceIndex } from './shorthand/narration/speech.ts';
