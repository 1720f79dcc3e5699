import type { McpServer } from '@modelcontextprotocol/server';
import { documents } from './documents.ts';

/** Offers the documents as resources. */
export function registerResources(server: McpServer): void {
  for (const { uri, name, description, mimeType, isTypeListed = true, read } of documents) {
    server.registerResource(name, uri, { description, ...(isTypeListed && { mimeType }) }, () => ({
      contents: [{ uri, mimeType, text: read() }],
    }));
  }
}
