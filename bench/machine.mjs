import { cpus, release, totalmem, type } from 'node:os';

/** The properties of the machine on which the figures depend. */
export function describeMachine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${type()} ${release()}, ${process.arch}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  };
}
