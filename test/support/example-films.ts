/** The films of the examples, by the sums of their holds and transitions, with frames at 30 per second. */
export const exampleFilms = [
  { name: 'bakery-week', width: 1600, height: 900, durationMs: 9900, frames: 297, audibleTracks: 0 },
  { name: 'good-morning', width: 1920, height: 1080, durationMs: 4900, frames: 147, audibleTracks: 0 },
  { name: 'greetings', width: 1920, height: 1080, durationMs: 12_800, frames: 384, audibleTracks: 0 },
  { name: 'hello', width: 1280, height: 720, durationMs: 1000, frames: 30, audibleTracks: 0 },
  { name: 'largest-cities', width: 1920, height: 1080, durationMs: 11_500, frames: 345, audibleTracks: 0 },
  { name: 'monthly-report', width: 1920, height: 1080, durationMs: 6800, frames: 204, audibleTracks: 0 },
  { name: 'product-launch', width: 1080, height: 1350, durationMs: 12_550, frames: 377, audibleTracks: 0 },
  { name: 'pythagoras', width: 1920, height: 1080, durationMs: 12_400, frames: 372, audibleTracks: 0 },
  { name: 'slope-and-area', width: 1920, height: 1080, durationMs: 17_500, frames: 525, audibleTracks: 0 },
  { name: 'solar-system', width: 1920, height: 1080, durationMs: 14_782, frames: 444, audibleTracks: 0 },
  { name: 'sound-wave', width: 1920, height: 1080, durationMs: 12_900, frames: 387, audibleTracks: 5 },
];
