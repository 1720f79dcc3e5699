import type { McpServer } from '@modelcontextprotocol/server';
import type { OutputFormat } from '@render-service/engine';
import { RenderError } from '@render-service/engine';
import { capabilitiesWith, pageNames } from '@render-service/engine/formats';
import { mustBe } from '@render-service/engine/text';
import * as z from 'zod';
import { topicPage, unknownTopic } from '../contract/topic-pages.ts';
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
      return { content: [{ type: 'text', text: page }], structuredContent: { ...capabilities, page } };
    },
  );
}

/** The page of the topic, of a kind of objects or of a component; throws a RenderError `invalid-option` for any other value. */
function readTopic({ topic }: GivenArguments): { readonly page: string | undefined } {
  if (topic === undefined) return { page: undefined };
  if (typeof topic !== 'string') {
    throw new RenderError('invalid-option', [`topic ${mustBe(`one of ${pageNames.join(', ')}`, topic)}`]);
  }
  const page = topicPage(topic);
  if (page === undefined) throw new RenderError('invalid-option', [unknownTopic(topic)]);
  return { page };
}
