/** Signals that end a command, with exit codes as in shells: 128 plus the number of the signal. */
export const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
