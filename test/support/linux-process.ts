export * from '../../scripts/linux-process.mjs';
