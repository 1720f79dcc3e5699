// Loaded into a service that is measured: SIGUSR2 has it collect its garbage, which it otherwise does when it likes.
process.on('SIGUSR2', () => globalThis.gc());
