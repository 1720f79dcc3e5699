/** A command line that asks for something impossible: exit code 2. */
export class UsageError extends Error {}
