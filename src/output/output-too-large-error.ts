/** Thrown as soon as an output that is being made exceeds the maximum size. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
}
