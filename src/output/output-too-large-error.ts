/** Thrown while a file is made that would be larger than it may be. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
}
