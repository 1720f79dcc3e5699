import { isJSONRPCErrorResponse } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { hello } from './support/fixtures.ts';
import { type Era, type Json, WireClient } from './support/wire-client.ts';

const eras: readonly Era[] = ['2025-03-26', '2025-11-25', '2026-07-28'];
const parseError = -32700;
const invalidRequest = -32600;

const request = (rest: Json) => ({ jsonrpc: '2.0', method: 'ping', ...rest });

/** Invalid lines, with the code, the id and the text of the response. */
const brokenLines: readonly [string, number, string | number | undefined, string][] = [
  ['hello', parseError, undefined, 'a line must be JSON'],
  ['{', parseError, undefined, 'a line must be JSON'],
  ['{"jsonrpc":"2.0","id":5,"method":"ping"', parseError, undefined, 'a line must be JSON'],
  ['{"jsonrpc":"2.0","id":5,"method":"ping"}}', parseError, undefined, 'a line must be JSON'],
  ['\u001b[2J', parseError, undefined, 'a line must be JSON'],
  ['null', invalidRequest, undefined, 'a message must be an object, but is null'],
  ['7', invalidRequest, undefined, 'a message must be an object, but is 7'],
  ['[]', invalidRequest, undefined, 'a line must be one message, but is an array of messages'],
  [JSON.stringify([request({ id: 8 })]), invalidRequest, undefined, 'send one per line'],
  ['{}', invalidRequest, undefined, 'jsonrpc is required: "2.0"'],
  ['{"a":1,"id":3}', invalidRequest, 3, 'jsonrpc is required: "2.0"'],
  ['{"jsonrpc":"1.0","id":9,"method":"ping"}', invalidRequest, 9, 'jsonrpc must be "2.0", but is "1.0"'],
  ['{"jsonrpc":"2.0","id":"x"}', invalidRequest, 'x', 'method is required: a string'],
  [JSON.stringify(request({ id: 4, method: 7 })), invalidRequest, 4, 'method must be a string, but is 7'],
  [JSON.stringify(request({ method: 7 })), invalidRequest, undefined, 'method must be a string, but is 7'],
  [
    JSON.stringify(request({ id: null })),
    invalidRequest,
    undefined,
    'id must be a string or an integer, but is null',
  ],
  [JSON.stringify(request({ id: 1.5 })), invalidRequest, undefined, 'but is 1.5'],
  [JSON.stringify(request({ id: { a: 1 } })), invalidRequest, undefined, 'id must be a string or an integer'],
  [JSON.stringify(request({ id: 6, params: [1] })), invalidRequest, 6, 'params must be an object'],
  [JSON.stringify(request({ id: 6, params: 'all' })), invalidRequest, 6, 'params must be an object'],
  [JSON.stringify(request({ id: 6, parameters: {} })), invalidRequest, 6, 'unknown field "parameters"'],
  [
    JSON.stringify(request({ id: 6, params: { _meta: { progressToken: {} } } })),
    invalidRequest,
    6,
    'params._meta must be an object whose progressToken',
  ],
];

describe.each(eras)('invalid lines at revision %s', (era) => {
  it('the tool server responds to an invalid line with a JSON-RPC error code, its id and the reason', {
    tags: 'slow',
  }, async () => {
    const client = await WireClient.open({ era });
    const before = client.lines.length;
    client.sendText(brokenLines.map(([text]) => `${text}\n`).join(''));
    expect(await client.callTool('service_capabilities')).toMatchObject({ isError: false });
    const answers = client.messages.slice(before, -1);
    expect(answers.length).toBe(brokenLines.length);
    for (const [index, [, code, id, words]] of brokenLines.entries()) {
      const answer = answers[index];
      expect(isJSONRPCErrorResponse(answer)).toBe(true);
      expect(answer.id).toBe(id);
      expect(answer.error).toEqual({ code, message: expect.stringContaining(words) });
    }
    expect(client.stderr.split('\n').length).toBe(brokenLines.length + 1);
    expect(client.stderr).toMatch(
      /^(render-service: invalid protocol message on standard input: [ -~]+\n)+$/,
    );
  });

  it('the tool server does not respond to an empty line, a notification or a response', {
    tags: 'slow',
  }, async () => {
    const client = await WireClient.open({ era });
    const before = client.lines.length;
    for (const text of [
      '',
      ' \t',
      '\r',
      '{"jsonrpc":"2.0","result":{}}',
      '{"jsonrpc":"1.0","id":9,"result":{}}',
      '{"jsonrpc":"2.0","id":9,"error":"no"}',
      '{"jsonrpc":"2.0","id":77,"result":{}}',
      '{"jsonrpc":"2.0","method":"notifications/nonsense","params":{"a":1}}',
    ]) {
      client.sendText(`${text}\n`);
    }
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
    expect(client.lines.length).toBe(before + 1);
  });

  it('the tool server responds to invalid lines even if they come before any other message', async () => {
    const client = new WireClient({ era });
    client.sendText(`hello\n${JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 7 })}\n`);
    client.process.stdin?.end();
    expect(await client.finished).toBe(0);
    expect(client.messages).toMatchObject([
      { error: { code: parseError } },
      { id: 'a', error: { code: invalidRequest } },
    ]);
  });
});
