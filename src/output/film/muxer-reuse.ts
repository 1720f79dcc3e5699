/**
 * Whether the outputs of FFmpeg's muxers are used again by later files: node-av leaks some 10 KB with each one. An output
 * keeps the process from exiting by itself, so this is for processes that are ended. In a file of its own, because
 * FFmpeg's libraries are loaded with the first film.
 */
export const muxerReuse = { isOn: false };
