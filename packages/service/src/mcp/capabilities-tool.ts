import type { McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { capabilitiesWith, type PageName, pageNames } from '@render-service/engine/formats';
import { mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { pageNamed, readPage, unknownTopic } from '../contract/topic-pages.ts';
import { capabilitiesDescription } from './descriptions.ts';
import { capabilitiesResult } from './result-schemas.ts';
import { type GivenArguments, toolArguments } from './tool-arguments.ts';
import { structuredResult } from './tool-result.ts';

const argumentShape = {
  topic: z.enum(pageNames).optional().describe('Adds the page about it.'),
};

/** Registers the tool service_capabilities. */
export function registerCapabilitiesTool(server: McpServer, offered: readonly OutputFormat[]): void {
  const capabilities = capabilitiesWith(offered);
  server.registerTool(
    'service_capabilities',
    {
      description: capabilitiesDescription,
      inputSchema: toolArguments(argumentShape, readTopic),
      outputSchema: capabilitiesResult,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    },
    ({ page }) => {
      if (page === undefined) return structuredResult(capabilities);
      const text = readPage(page);
      return { content: [{ type: 'text', text }], structuredContent: { ...capabilities, page: text } };
    },
  );
}

/** The page of the topic, or of a kind of objects; throws a RenderError `invalid-option` for any other value. */
function readTopic({ topic }: GivenArguments): { readonly page: PageName | undefined } {
  if (topic === undefined) return { page: undefined };
  if (typeof topic !== 'string') {
    throw new RenderError('invalid-option', [`topic ${mustBe(`one of ${pageNames.join(', ')}`, topic)}`]);
  }
  const page = pageNamed(topic);
  if (page === undefined) throw new RenderError('invalid-option', [unknownTopic(topic)]);
  return { page };
}
