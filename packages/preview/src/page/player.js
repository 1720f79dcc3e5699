/** @import { Loop } from './loop.js' */

/** The width, in pixels, of the stills that play while the film is not ready. */
export const playingWidth = 640;

/** How far ahead of the stills the video waits for them, in milliseconds. Doubled if that is too short. */
const minAheadMs = 250;
const maxAheadMs = 4000;

/** A video that meets the stills later than this, in milliseconds, would hold them up. */
const maxLateMs = 100;

/** Milliseconds after which stills play until a video that does not start is ready. */
const patienceMs = 1000;

/** A time within the frame that starts there: clocks round, and a time before a frame shows the one before it. */
const insideMs = 0.5;

/** Values of `readyState`. */
const hasMetadata = 1;
const hasPicture = 2;

/**
 * What the video does while the film plays: nothing, because there is none yet; it `waits` ahead of the stills until
 * they reach it; it `starts`, and the picture at rest stays until then; or it `leads`, and its time is that of the
 * playhead.
 * @typedef {'none' | 'waits' | 'starts' | 'leads'} Role
 */

/** Plays the film with its sound, or stills until it is ready. */
export class Player {
  #video;
  #listeners;
  #durationMs = 0;
  #timeMs = 0;
  /** @type {Loop | null} */
  #loop = null;
  /** @type {string | null} */
  #movie = null;
  /** Since when the film plays, and from which time. */
  #clock = /** @type {{ readonly startedAt: number, readonly from: number } | undefined} */ (undefined);
  #role = /** @type {Role} */ ('none');
  #request = 0;
  #speed = 1;
  /** The time of the frame that the video shows; undefined while it seeks. */
  #frameMs = /** @type {number | undefined} */ (undefined);
  /** The time at which a video that waits meets the stills; undefined before it seeks it. */
  #meetMs = /** @type {number | undefined} */ (undefined);
  #aheadMs = minAheadMs;

  /**
   * @param {HTMLVideoElement} video
   * @param {object} listeners
   * @param {(timeMs: number) => void} listeners.onTime Gets the time of each picture that plays.
   * @param {(isShown: boolean, frame?: VideoFrame) => void} listeners.onVideo Gets whether the video shows the picture
   * of that time, and if not, the last frame that it showed if this is known.
   * @param {(isPlaying: boolean) => void} listeners.onPlaying
   */
  constructor(video, listeners) {
    this.#video = video;
    this.#listeners = listeners;
    video.addEventListener('error', () => this.setMovie(null));
    this.#watchFrames();
  }

  get isPlaying() {
    return this.#clock !== undefined;
  }

  /** Whether this browser plays films in H.264. */
  get hasCodec() {
    return this.#video.canPlayType('video/mp4; codecs="avc1.640028"') !== '';
  }

  /** @param {string | null} url The URL of the film, or null while it is not ready. */
  setMovie(url) {
    if (url === this.#movie) return;
    this.#listeners.onVideo(false);
    this.#movie = url;
    this.#frameMs = undefined;
    if (url === null) {
      this.#video.removeAttribute('src');
      this.#video.load();
    } else this.#video.src = url;
    if (this.isPlaying) this.#begin();
  }

  /** @param {number} ms */
  setDuration(ms) {
    this.#durationMs = ms;
  }

  /** @param {Loop | null} loop */
  setLoop(loop) {
    this.#loop = loop;
  }

  /** @param {number} speed 1 is the speed of the film. */
  setSpeed(speed) {
    this.#speed = speed;
    if (this.#role === 'leads') this.#video.playbackRate = speed;
    else if (this.isPlaying) this.#begin();
  }

  /**
   * @param {boolean} isMuted
   * @param {number} volume 0 to 1.
   */
  setSound(isMuted, volume) {
    this.#video.muted = isMuted;
    this.#video.volume = volume;
  }

  /** @param {number} timeMs */
  play(timeMs) {
    const { from, to } = this.#part();
    if (this.#durationMs === 0) return;
    this.#timeMs = timeMs >= to - 1 || timeMs < from ? from : timeMs;
    this.#begin();
    this.#listeners.onPlaying(true);
    this.#request = requestAnimationFrame(() => this.#step());
  }

  pause() {
    if (!this.isPlaying) return;
    this.#video.pause();
    // The still of this time is the frame that was played last.
    const frame = this.#role === 'leads' ? this.#shownFrame() : undefined;
    if (frame) this.#frameMs = frame.timestamp / 1000;
    if (this.#role === 'leads' && this.#frameMs !== undefined) this.#listeners.onTime(this.#frameMs);
    this.#end(frame);
    frame?.close();
  }

  /**
   * Continues from another time.
   * @param {number} timeMs
   */
  seek(timeMs) {
    this.#listeners.onVideo(false);
    this.#timeMs = timeMs;
    this.#begin();
  }

  /** @param {VideoFrame} [frame] The frame to show until the next still arrives; otherwise that of the video. */
  #end(frame) {
    this.#clock = undefined;
    this.#role = 'none';
    cancelAnimationFrame(this.#request);
    this.#video.pause();
    this.#listeners.onVideo(false, frame);
    this.#listeners.onPlaying(false);
  }

  /** The part of the film to play. */
  #part() {
    return this.#loop ?? { from: 0, to: this.#durationMs };
  }

  /** Notes which frame the video shows. Older browsers do not report it, so the time of the video is used instead. */
  #watchFrames() {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (!this.#video.seeking) this.#frameMs = mediaTime * 1000;
      this.#watchFrames();
    });
  }

  /** The frame on the video, which may be another one a moment later: a video pauses on another thread. */
  #shownFrame() {
    try {
      return new VideoFrame(this.#video);
    } catch {
      // An older browser.
      return undefined;
    }
  }

  #begin() {
    this.#startClock();
    if (this.#movie === null) this.#role = 'none';
    else if (this.#video.readyState >= hasPicture) this.#startVideo();
    else this.#wait();
  }

  #startClock() {
    this.#clock = { startedAt: performance.now(), from: this.#timeMs };
  }

  #wait() {
    this.#role = 'waits';
    this.#meetMs = undefined;
    this.#video.pause();
    this.#listeners.onVideo(false);
  }

  #startVideo() {
    const video = this.#video;
    this.#role = 'starts';
    // A video that was paused at this frame is ready at once.
    if (this.#frameMs === undefined || Math.abs(this.#frameMs - this.#timeMs) > insideMs)
      this.#seekVideo(this.#timeMs);
    video.playbackRate = this.#speed;
    // If it does not start, stills play.
    video.play().catch(() => {});
  }

  /** @param {number} timeMs */
  #seekVideo(timeMs) {
    this.#frameMs = undefined;
    this.#video.currentTime = (timeMs + insideMs) / 1000;
  }

  /** Lets a video that waits begin when the stills reach it. */
  #meet() {
    const video = this.#video;
    if (video.readyState < hasMetadata || video.seeking) return;
    const lateMs = this.#meetMs === undefined ? Number.POSITIVE_INFINITY : this.#timeMs - this.#meetMs;
    if (lateMs < 0) return;
    if (lateMs < maxLateMs && video.readyState >= hasPicture) {
      this.#aheadMs = minAheadMs;
      this.#startClock();
      this.#role = 'starts';
      video.playbackRate = this.#speed;
      video.play().catch(() => {});
      return;
    }
    if (this.#meetMs !== undefined) this.#aheadMs = Math.min(maxAheadMs, 2 * this.#aheadMs);
    this.#meetMs = this.#timeMs + this.#aheadMs * this.#speed;
    // Otherwise the end or the start of a loop comes first.
    if (this.#meetMs < this.#part().to) this.#seekVideo(this.#meetMs);
  }

  /**
   * Whether the video plays and shows a frame from this time on.
   * @param {number} timeMs
   */
  #hasReached(timeMs) {
    const { paused, seeking, readyState, currentTime } = this.#video;
    if (paused || seeking || readyState < hasPicture) return false;
    if (!('requestVideoFrameCallback' in this.#video)) return currentTime * 1000 >= timeMs;
    return this.#frameMs !== undefined && this.#frameMs >= timeMs - insideMs;
  }

  /**
   * The time of the frame that a video that leads shows. Its clock is ahead of that while the browser is busy, so a pause
   * would step back.
   */
  #leadingMs() {
    const { currentTime } = this.#video;
    if (!('requestVideoFrameCallback' in this.#video)) return currentTime * 1000;
    return this.#frameMs ?? this.#timeMs;
  }

  #step() {
    if (!this.#clock) return;
    const { startedAt, from } = this.#clock;
    const elapsedMs = performance.now() - startedAt;
    if (this.#role === 'starts') {
      if (this.#hasReached(from)) {
        this.#role = 'leads';
        this.#listeners.onVideo(true);
      } else if (elapsedMs > patienceMs) {
        this.#wait();
        this.#startClock();
      }
    } else if (this.#role !== 'leads') this.#timeMs = from + elapsedMs * this.#speed;
    if (this.#role === 'leads') this.#timeMs = Math.max(this.#leadingMs(), from);
    if (this.#role === 'waits') this.#meet();
    const { from: first, to: end } = this.#part();
    const isAtEnd = this.#timeMs >= end || (this.#role === 'leads' && this.#video.ended);
    if (isAtEnd && this.#loop) {
      // The last frame stays until the video has returned.
      this.#timeMs = first;
      this.#begin();
    } else if (isAtEnd) {
      this.#listeners.onTime(end);
      this.#end();
      return;
    }
    this.#listeners.onTime(Math.min(this.#timeMs, this.#durationMs));
    this.#request = requestAnimationFrame(() => this.#step());
  }
}
