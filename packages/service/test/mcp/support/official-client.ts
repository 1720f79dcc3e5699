import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll } from 'vitest';
import type { Era } from './wire-client.ts';

const main = fileURLToPath(new URL('../../../../render-service/dist/cli/main.js', import.meta.url));

/** The SDK's own client, connected to a built tool server with these flags for all tests of the group. */
export function useOfficialClient(era: Era, flags: readonly string[] = []): () => Client {
  const client = new Client(
    { name: 'render-service-tests', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' } },
  );
  beforeAll(() =>
    client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [main, 'mcp', ...flags],
        stderr: 'inherit',
      }),
    ),
  );
  afterAll(() => client.close());
  return () => client;
}

/** The text of a tool's result. */
export function textOf(result: Awaited<ReturnType<Client['callTool']>>): string {
  const [first] = result.content;
  if (first?.type !== 'text') throw new Error(`the answer begins with ${first?.type}`);
  return first.text;
}
