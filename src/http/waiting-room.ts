/** What one entry of a waiting room takes up. */
export interface Place {
  /** Adds bytes to the place; false, with nothing added, when the room has no space for them. */
  readonly add: (bytes: number) => boolean;
  /** Gives back the place and its bytes; a second call does nothing. */
  readonly leave: () => void;
}

/** Counts what is kept in memory for clients, so that it can be bounded in number and in bytes. */
export class WaitingRoom {
  readonly #mostPlaces: number;
  readonly #mostBytes: number;
  #places = 0;
  #bytes = 0;

  constructor(mostPlaces: number, mostBytes: number) {
    this.#mostPlaces = mostPlaces;
    this.#mostBytes = mostBytes;
  }

  /** Whether no place is left, or more bytes are kept than there may be. */
  get isFull(): boolean {
    return this.#places >= this.#mostPlaces || this.#bytes > this.#mostBytes;
  }

  /** Takes a place with so many bytes, also beyond the bounds: whoever must keep to them asks `isFull` first. */
  enter(bytes = 0): Place {
    let own = bytes;
    let isHere = true;
    this.#places++;
    this.#bytes += bytes;
    return {
      add: (more) => {
        if (this.#bytes + more > this.#mostBytes) return false;
        own += more;
        this.#bytes += more;
        return true;
      },
      leave: () => {
        if (!isHere) return;
        isHere = false;
        this.#places--;
        this.#bytes -= own;
      },
    };
  }
}
