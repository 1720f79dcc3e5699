/** Width in pixels of the stills that play while the small film is not ready. */
export const playingWidth = 640;

/** Plays the film: the small one with its sound where it is ready, and stills otherwise. */
export class Player {
  #video;
  #onTime;
  #onPlaying;
  #durationMs = 0;
  #timeMs = 0;
  #loop = null;
  /** The URL of the small film, or null. */
  #movie = null;
  #clock;
  #request;

  /** `onTime` is called for every picture that plays, with its time and whether the video shows it. */
  constructor(video, { onTime, onPlaying }) {
    this.#video = video;
    this.#onTime = onTime;
    this.#onPlaying = onPlaying;
    video.addEventListener('error', () => this.setMovie(null));
  }

  get isPlaying() {
    return this.#clock !== undefined;
  }

  /** The URL of the small film, or null. */
  setMovie(url) {
    if (url === this.#movie) return;
    this.#movie = url;
    if (url === null) {
      this.#video.removeAttribute('src');
      this.#video.load();
    } else this.#video.src = url;
    if (this.isPlaying) this.#begin();
  }

  setDuration(ms) {
    this.#durationMs = ms;
  }

  /** The part that is played again and again, or null. */
  setLoop(loop) {
    this.#loop = loop;
  }

  play(timeMs) {
    const { from, to } = this.#loop ?? { from: 0, to: this.#durationMs };
    if (this.#durationMs === 0) return;
    this.#timeMs = timeMs >= to - 1 || timeMs < from ? from : timeMs;
    this.#begin();
    this.#onPlaying(true);
    this.#request = requestAnimationFrame(() => this.#step());
  }

  pause() {
    if (!this.isPlaying) return;
    this.#clock = undefined;
    cancelAnimationFrame(this.#request);
    this.#video.pause();
    this.#onPlaying(false);
  }

  /** Plays on from another time. */
  seek(timeMs) {
    this.#timeMs = timeMs;
    this.#begin();
  }

  #begin() {
    this.#clock = { startedAt: performance.now(), from: this.#timeMs };
    if (!this.#movie) return;
    this.#video.currentTime = this.#timeMs / 1000;
    this.#video.play().catch(() => {});
  }

  #step() {
    if (!this.isPlaying) return;
    const { startedAt, from } = this.#clock;
    const hasStarted =
      this.#movie !== null && !this.#video.paused && this.#video.readyState >= 2 && !this.#video.seeking;
    if (this.#movie) {
      // Until it has started, the video's time is not the playhead's.
      if (hasStarted) this.#timeMs = Math.max(this.#video.currentTime * 1000, from);
    } else this.#timeMs = from + performance.now() - startedAt;
    const { from: first, to: end } = this.#loop ?? { from: 0, to: this.#durationMs };
    const isAtEnd = this.#timeMs >= end || (this.#movie && this.#video.ended);
    if (isAtEnd && this.#loop) this.seek(first);
    else if (isAtEnd) {
      this.#onTime(end, false);
      this.pause();
      return;
    }
    this.#onTime(Math.min(this.#timeMs, this.#durationMs), hasStarted);
    this.#request = requestAnimationFrame(() => this.#step());
  }
}
