// Loaded into a measured service, so that SIGUSR2 triggers a garbage collection.
process.on('SIGUSR2', () => globalThis.gc());
