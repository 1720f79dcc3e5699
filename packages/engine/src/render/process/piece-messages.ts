import type { KeptPiece, PieceStore } from '../film/kept/piece-store.ts';

/** Asks the parent for a piece, or to keep one, in a place that only the parent can reach. */
export interface PieceRequest {
  readonly type: 'piece';
  /** Repeated in the answer. */
  readonly number: number;
  readonly key: string;
  /** The piece to keep; undefined asks for one. */
  readonly piece: KeptPiece | undefined;
}

/** The parent's answer to a request about a piece. */
export interface PieceAnswer {
  readonly kind: 'piece';
  readonly number: number;
  /** The piece that was asked for, if it is kept. */
  readonly piece: KeptPiece | undefined;
  /** The reason why pieces cannot be kept; undefined if they can. */
  readonly problem: string | undefined;
}

/** Answers a request from the place of the pieces. Never rejects. */
export async function answerFrom(
  store: PieceStore | undefined,
  { number, key, piece }: PieceRequest,
): Promise<PieceAnswer> {
  if (piece !== undefined) await store?.put(key, piece);
  const found = piece === undefined ? await store?.get(key) : undefined;
  return { kind: 'piece', number, piece: found, problem: store?.problem };
}

/** Numbers are never used twice, so that a late answer is no answer to another film's request. */
let requests = 0;

/** The place of the pieces of a film whose parent has it. */
export class ParentStore implements PieceStore {
  readonly #send: (request: PieceRequest) => void;
  readonly #waiting = new Map<number, (answer: PieceAnswer) => void>();
  #problem: string | undefined;

  constructor(send: (request: PieceRequest) => void) {
    this.#send = send;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  async get(key: string): Promise<KeptPiece | undefined> {
    return (await this.#ask(key, undefined)).piece;
  }

  async put(key: string, piece: KeptPiece): Promise<void> {
    await this.#ask(key, piece);
  }

  /** Takes an answer of the parent. */
  take(answer: PieceAnswer): void {
    this.#problem ??= answer.problem;
    this.#waiting.get(answer.number)?.(answer);
    this.#waiting.delete(answer.number);
  }

  #ask(key: string, piece: KeptPiece | undefined): Promise<PieceAnswer> {
    const number = requests++;
    return new Promise((resolve) => {
      this.#waiting.set(number, resolve);
      this.#send({ type: 'piece', number, key, piece });
    });
  }
}
