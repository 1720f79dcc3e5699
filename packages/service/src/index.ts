export type { FilmAnswer, FilmPage } from './mcp/film-page.ts';
export { mcpCommand, mcpHelp } from './mcp-command.ts';
export { serveCommand, serveHelp } from './serve-command.ts';
