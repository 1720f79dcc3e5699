// What films need of WebAssembly: colour conversion and the coder of P pictures, in one memory.
export { blend, convert } from './i420';
export * from './p-picture/picture';
