/** Maximum number of colours that are compared with the palette; more are merged with their neighbours. */
const maxColors = 1 << 14;
/** Pixels of a picture that are counted; of a larger one, evenly spaced ones. */
const countedPixels = 1 << 18;
const rounds = 5;
const opaqueThreshold = 128;

/** Counts the opaque colours of a film, and chooses those that are closest to them. */
export class FilmPalette {
  /** An open hash table: the key of a colour plus 1, and the numbers and sums of its pixels. */
  #keys = new Uint32Array(2 * maxColors);
  #counts = new Float64Array(2 * maxColors);
  #sums = new Float64Array(6 * maxColors);
  #size = 0;
  /** Low bits of each channel that are not distinguished. */
  #mergedBits = 0;

  /** Counts a picture in straight RGBA, `weight` times. */
  add(pixels: Uint32Array, weight: number): void {
    // An odd step does not stay in some columns of a picture.
    const step = pixels.length > countedPixels ? Math.ceil(pixels.length / countedPixels) | 1 : 1;
    for (let at = 0; at < pixels.length; ) {
      const color = pixels[at];
      let run = 1;
      for (at += step; at < pixels.length && pixels[at] === color; at += step) run++;
      if (color >>> 24 >= opaqueThreshold)
        this.#count(color & 255, (color >> 8) & 255, (color >> 16) & 255, run * weight);
    }
  }

  /**
   * Returns up to `length` opaque colours as words of RGBA. They start as the means of boxes (the box with the
   * largest error is always split next) and are improved by the method of Lloyd: each becomes the mean of the pixels to
   * which it is nearest.
   */
  colors(length: number): Uint32Array {
    const means = this.#means();
    const centers = splitBoxes(means, length);
    for (let round = 0; round < rounds; round++) this.#improve(centers, means);
    return Uint32Array.from({ length: centers.length / 3 }, (_, index) => {
      const [red, green, blue] = centers.subarray(3 * index, 3 * index + 3).map(Math.round);
      return 0xff000000 | (blue << 16) | (green << 8) | red;
    });
  }

  /** One round; each row of `means` has the number of pixels of a colour and their mean. */
  #improve(centers: Float64Array, means: Float64Array): void {
    const counts = new Float64Array(centers.length / 3);
    const sums = new Float64Array(centers.length);
    let worst = 0;
    let worstError = 0;
    for (let at = 0; at < means.length; at += 4) {
      const [count, red, green, blue] = [means[at], means[at + 1], means[at + 2], means[at + 3]];
      let nearest = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let index = 0; index < centers.length; index += 3) {
        const first = centers[index + 1] - green;
        if (first * first >= least) continue;
        const second = centers[index] - red;
        const third = centers[index + 2] - blue;
        const distance = first * first + second * second + third * third;
        if (distance >= least) continue;
        least = distance;
        nearest = index;
      }
      if (least * count > worstError) {
        worstError = least * count;
        worst = at;
      }
      counts[nearest / 3] += count;
      sums[nearest] += red * count;
      sums[nearest + 1] += green * count;
      sums[nearest + 2] += blue * count;
    }
    const empty = counts.indexOf(0);
    for (let index = 0; index < centers.length; index++) {
      const count = counts[Math.floor(index / 3)];
      if (count > 0) centers[index] = sums[index] / count;
    }
    if (empty >= 0 && worstError > 0) centers.set(means.subarray(worst + 1, worst + 4), 3 * empty);
  }

  #means(): Float64Array {
    const means = new Float64Array(4 * this.#size);
    let next = 0;
    for (let slot = 0; slot < this.#keys.length; slot++) {
      if (this.#keys[slot] === 0) continue;
      const count = this.#counts[slot];
      means[next++] = count;
      for (let channel = 0; channel < 3; channel++) means[next++] = this.#sums[3 * slot + channel] / count;
    }
    return means;
  }

  #count(red: number, green: number, blue: number, count: number): void {
    const slot = this.#slotOf(red, green, blue);
    this.#counts[slot] += count;
    this.#sums[3 * slot] += red * count;
    this.#sums[3 * slot + 1] += green * count;
    this.#sums[3 * slot + 2] += blue * count;
    if (this.#size > maxColors) this.#merge();
  }

  #slotOf(red: number, green: number, blue: number): number {
    const bits = this.#mergedBits;
    const key = (((blue >> bits) << 16) | ((green >> bits) << 8) | (red >> bits)) + 1;
    const mask = this.#keys.length - 1;
    // Fibonacci hashing.
    let slot = Math.imul(key, 0x9e3779b1) & mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== 0) slot = (slot + 1) & mask;
    if (this.#keys[slot] === 0) this.#size++;
    this.#keys[slot] = key;
    return slot;
  }

  /** Distinguishes half as many values of each channel. */
  #merge(): void {
    const [keys, counts, sums] = [this.#keys, this.#counts, this.#sums];
    this.#keys = new Uint32Array(keys.length);
    this.#counts = new Float64Array(counts.length);
    this.#sums = new Float64Array(sums.length);
    this.#size = 0;
    this.#mergedBits++;
    for (let from = 0; from < keys.length; from++) {
      if (keys[from] === 0) continue;
      const channels = sums.subarray(3 * from, 3 * from + 3);
      const [red, green, blue] = channels.map((sum) => Math.floor(sum / counts[from]));
      const slot = this.#slotOf(red, green, blue);
      this.#counts[slot] += counts[from];
      for (const [channel, sum] of channels.entries()) this.#sums[3 * slot + channel] += sum;
    }
  }
}

interface Box {
  /** Places of its colours in `means`. */
  readonly places: Uint32Array;
  /** Mean of its pixels. */
  readonly center: readonly number[];
  /** Sum of the squares of their differences from the mean, along the channel where it is largest. */
  readonly error: number;
  readonly channel: number;
}

/** The centers of at most `length` boxes, three numbers each. */
function splitBoxes(means: Float64Array, length: number): Float64Array {
  const boxes = [
    boxOf(
      means,
      Uint32Array.from({ length: means.length / 4 }, (_, index) => 4 * index),
    ),
  ];
  while (boxes.length < length) {
    const worst = boxes.reduce((most, box) => (box.error > most.error ? box : most));
    if (worst.error <= 0) break;
    const { places, center, channel } = worst;
    const isLow = (at: number) => means[at + 1 + channel] <= center[channel];
    boxes[boxes.indexOf(worst)] = boxOf(means, places.filter(isLow));
    boxes.push(
      boxOf(
        means,
        places.filter((at) => !isLow(at)),
      ),
    );
  }
  return Float64Array.from(boxes.flatMap(({ center }) => center));
}

function boxOf(means: Float64Array, places: Uint32Array): Box {
  let count = 0;
  const sums = [0, 0, 0];
  const squares = [0, 0, 0];
  for (const at of places) {
    const weight = means[at];
    count += weight;
    for (let channel = 0; channel < 3; channel++) {
      const value = means[at + 1 + channel];
      sums[channel] += value * weight;
      squares[channel] += value * value * weight;
    }
  }
  const errors = squares.map((square, channel) => square - sums[channel] ** 2 / count);
  const error = Math.max(...errors);
  // A single colour has none but rounding errors.
  const isSplit = places.length > 1;
  return {
    places,
    center: sums.map((sum) => sum / count),
    error: isSplit ? error : 0,
    channel: errors.indexOf(error),
  };
}
