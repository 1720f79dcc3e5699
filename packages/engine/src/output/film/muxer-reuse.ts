/**
 * Whether later files reuse the outputs of FFmpeg's muxers, because node-av leaks some KB with each one. An output
 * keeps the process from exiting by itself, so this is for processes that are terminated. In a separate file, because
 * FFmpeg's libraries are loaded with the first film.
 */
export const muxerReuse = { isOn: false };
