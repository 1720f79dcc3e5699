import { element, setText } from './elements.js';
import { frameAt, roundTime, segmentAt, segmentName, showTime } from './film-times.js';
import { Picture } from './picture.js';
import { Player, playingWidth } from './player.js';
import { movieUrl } from './server-client.js';

/** @import { FilmState } from '../film-state.ts' */
/** @import { Strip } from './strip.js' */

/** Maximum width, in pixels, of pictures that take long while the playhead moves. */
const movingWidth = 960;

/** Milliseconds after which a playhead that has not moved is at rest. */
const restMs = 120;

/**
 * The film in a browser that cannot play it.
 * @type {FilmState['movie']}
 */
const noCodec = { status: 'unavailable', fraction: 0, reason: 'this browser cannot play H.264' };

/** The time of the film that the page shows: a still at rest, and the film, or stills until it is ready, as it plays. */
export class Playhead {
  /** @type {FilmState | null} */
  #film = null;
  #timeMs = 0;
  /**
   * The time that the user chose. A shorter version of the film moves the playhead only until the film is long enough
   * again.
   */
  #wantedMs = 0;
  #movedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #restTimer;
  #strip;
  #listeners;
  #video = element('video', HTMLVideoElement);
  #picture;
  #player;

  /**
   * @param {Strip} strip
   * @param {object} listeners
   * @param {(timeMs: number) => void} listeners.onTime Gets each time that the page shows.
   * @param {(timeMs: number) => void} listeners.onRest Gets the times at which the playhead stays.
   * @param {(isDrawing: boolean) => void} listeners.onDrawing Gets whether a picture is being drawn.
   */
  constructor(strip, listeners) {
    this.#strip = strip;
    this.#listeners = listeners;
    this.#picture = new Picture(element('picture', HTMLCanvasElement), {
      onFailure: (failure) => this.#showFailure(failure),
      onDrawing: listeners.onDrawing,
    });
    this.#player = new Player(this.#video, {
      onTime: (time) => {
        const before = this.#timeMs;
        this.#setTime(time);
        strip.follow(true);
        // Until the video starts, the picture at rest stays.
        if (this.#video.hidden && this.#timeMs !== before) this.#picture.play(this.#timeMs, playingWidth);
      },
      onVideo: (isShown, frame) => {
        if (isShown === !this.#video.hidden) return;
        // The frame stays until the still of its time arrives.
        if (!isShown) this.#picture.copy(frame ?? this.#video);
        this.#video.hidden = !isShown;
      },
      onPlaying: (isPlaying) => {
        element('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
        if (!isPlaying) this.rest();
      },
    });
  }

  get timeMs() {
    return this.#timeMs;
  }

  get durationMs() {
    return this.#film?.outline?.durationMs ?? 0;
  }

  get isPlaying() {
    return this.#player.isPlaying;
  }

  /** The width of the pictures that fill the frame. */
  get pictureWidth() {
    return this.#picture.width;
  }

  get player() {
    return this.#player;
  }

  /**
   * The film as this browser can play it.
   * @param {FilmState} film
   * @returns {FilmState}
   */
  playable(film) {
    return { ...film, movie: this.#player.hasCodec ? film.movie : noCodec };
  }

  /**
   * Shows another state of the film. Returns whether it is another version.
   * @param {FilmState} film One that this browser can play.
   */
  setFilm(film) {
    const before = this.#film;
    this.#film = film;
    const { revision, outline, movie, remarks } = film;
    if (!outline) return false;
    this.#player.setDuration(outline.durationMs);
    void this.#setMovie(movie.status === 'ready' ? revision : null);
    const isNew = before?.revision !== revision;
    if (isNew) {
      this.#showFailure(null);
      this.#picture.setFilm(revision, outline);
      this.#strip.setOutline(outline);
    }
    this.#strip.setRemarks(remarks);
    if (!isNew) return false;
    setText(element('duration'), `/ ${showTime(outline.durationMs)}`);
    if (this.isPlaying) this.#wantedMs = this.#timeMs;
    this.#setTime(Math.min(this.#wantedMs, outline.durationMs));
    return true;
  }

  /** @param {number | null} revision The version whose film is ready. */
  async #setMovie(revision) {
    const url = revision === null ? null : await movieUrl(revision).catch(() => null);
    const { movie, revision: newest } = this.#film ?? {};
    // Another version may have come while it was read.
    if (url === null || (movie?.status === 'ready' && newest === revision)) this.#player.setMovie(url);
  }

  /** @param {string | null} failure Why the picture at the playhead cannot be drawn. */
  #showFailure(failure) {
    const empty = element('empty');
    empty.hidden = failure === null;
    // The picture that is still on the page belongs to another time.
    element('frame').classList.toggle('stale', failure !== null);
    setText(empty, failure === null ? '' : `This picture cannot be drawn: ${failure}`);
  }

  /**
   * Moves the playhead.
   * @param {number} time
   */
  goTo(time) {
    this.#wantedMs = time;
    this.#setTime(Math.min(this.durationMs, Math.max(0, time)));
    this.#strip.follow(false);
    if (!this.isPlaying) this.rest();
    else {
      this.#player.seek(this.#timeMs);
      this.#picture.play(this.#timeMs, playingWidth);
    }
  }

  /** Shows the picture at the playhead. If pictures take long, a smaller one comes first while the playhead moves. */
  rest() {
    const now = performance.now();
    const isMoving = now - this.#movedAt < restMs;
    this.#movedAt = now;
    clearTimeout(this.#restTimer);
    const isSmall = isMoving && this.#picture.isSlow;
    this.#picture.show(this.#timeMs, isSmall ? movingWidth : undefined);
    if (isSmall)
      this.#restTimer = setTimeout(() => this.isPlaying || this.#picture.show(this.#timeMs), restMs);
    this.#listeners.onRest(this.#timeMs);
  }

  /**
   * Shows a picture of a change that is tried, until another one is requested.
   * @param {ArrayBuffer} packed
   */
  showTried(packed) {
    if (!this.isPlaying) this.#picture.showTried(packed);
  }

  togglePlaying() {
    if (this.isPlaying) this.#player.pause();
    else this.#player.play(this.#timeMs);
  }

  /** @param {number} time */
  #setTime(time) {
    this.#timeMs = roundTime(time);
    this.#strip.setTime(this.#timeMs);
    const outline = this.#film?.outline;
    const segment = outline?.segments[segmentAt(outline, this.#timeMs)];
    const frame = frameAt(this.#timeMs, this.durationMs);
    const at = segment ? segmentName(segment) : '';
    element('time').textContent = showTime(this.#timeMs);
    element('frame-number').textContent = `frame ${frame}`;
    element('composition').textContent = at;
    const track = element('track');
    track.setAttribute('aria-valuenow', String(Math.round(this.#timeMs)));
    track.setAttribute(
      'aria-valuetext',
      `${showTime(this.#timeMs)}, frame ${frame}${at === '' ? '' : `, ${at}`}`,
    );
    this.#listeners.onTime(this.#timeMs);
  }
}
