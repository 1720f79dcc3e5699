import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hello } from './support/fixtures.ts';
import { type Era, type Json, useWireClient, WireClient } from './support/wire-client.ts';

const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

const initialize = (id: unknown, protocolVersion: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const line = (message: unknown) => `${JSON.stringify(message)}\n`;

const tools = useWireClient();

describe('the protocol on standard input and output', () => {
  it('the tool server answers the 2025 handshake', async () => {
    const client = new WireClient();
    client.sendText(line(initialize(1, '2025-11-25')));
    expect(await client.answer(1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: { listChanged: false }, resources: { listChanged: false } },
        serverInfo: {
          name: 'render-service',
          title: 'Render Service',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        },
        instructions: expect.stringContaining('service_inspect'),
      },
    });
  });

  it.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-06-18', '2025-06-18'],
    ['1999-12-31', '2025-11-25'],
  ])('the tool server responds to a client of revision %s with revision %s', async (asked, given) => {
    const client = new WireClient();
    client.sendText(line(initialize(1, asked)));
    expect(await client.answer(1)).toMatchObject({ result: { protocolVersion: given } });
  });

  it('the tool server works without a handshake at revision 2026-07-28', async () => {
    const client = await WireClient.open({ era: '2026-07-28' });
    expect(await client.request('server/discover')).toMatchObject({
      result: {
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, resources: {} },
        instructions: expect.any(String),
      },
    });
    const { result } = await client.request('tools/call', { name: 'service_capabilities' });
    expect(result).toMatchObject({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'render-service' } },
    });
  });

  it.each(eras)(
    'the tool server returns tool results as text and structured content at revision %s',
    { tags: 'slow' },
    async (era) => {
      const client = await WireClient.open({ era });
      const { result } = await client.request('tools/call', {
        name: 'service_inspect',
        arguments: { inputPath: hello },
      });
      const { content, structuredContent, isError } = result as Json;
      expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
      expect(structuredContent).toMatchObject({ scenes: 1, durationMs: 1000, width: 1280, height: 720 });
      expect(isError ?? false).toBe(false);
    },
  );

  it.each(eras)(
    'the tool server refuses unknown methods, tools and resources at revision %s',
    async (era) => {
      const client = await WireClient.open({ era });
      for (const [method, params, code] of [
        ['tools/destroy', {}, -32601],
        ['prompts/list', {}, -32601],
        ['tools/call', { name: 'service_destroy', arguments: {} }, -32602],
        ['tools/call', { name: 'toString', arguments: {} }, -32602],
        ['tools/call', { arguments: {} }, -32602],
        ['resources/read', { uri: 'file:///etc/passwd' }, undefined],
        ['resources/read', { uri: 'service://examples/../docs/openapi' }, undefined],
      ] as const) {
        const { error } = await client.request(method, params);
        expect(error).toEqual(
          expect.objectContaining({ code: code ?? expect.any(Number), message: expect.any(String) }),
        );
      }
      expect(await client.callTool('service_capabilities')).toMatchObject({ isError: false });
    },
  );

  it.each(['toString', '__proto__', 'constructor'])(
    'the tool server does not find a tool named %s',
    async (name) => {
      const client = tools();
      const { error } = await client.request('tools/call', { name, arguments: {} });
      expect(error).toEqual({ code: -32602, message: `Tool ${name} not found` });
    },
  );

  it.each(['service_capabilities', 'service_inspect'])(
    '%s refuses an argument named __proto__',
    async (name) => {
      const client = tools();
      const args = JSON.parse(`{"inputPath":${JSON.stringify(hello)},"__proto__":{"topic":"text"}}`);
      const { error } = await client.request('tools/call', { name, arguments: args });
      expect(error).toEqual({
        code: -32602,
        message: `Invalid arguments for tool ${name}: unknown argument "__proto__"`,
      });
    },
  );

  it('the tool server refuses a request with the id of a running request', { tags: 'slow' }, async () => {
    const client = await WireClient.open();
    const ping = line({ jsonrpc: '2.0', id: 7, method: 'ping' });
    const call = { name: 'service_inspect', arguments: { inputPath: hello } };
    client.sendText(line({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }) + ping);
    const { result } = await client.answer(7);
    expect(result).toMatchObject({ structuredContent: { name: 'Hello' } });
    expect(client.messages.filter(({ error }) => error !== undefined)).toEqual([
      {
        jsonrpc: '2.0',
        error: {
          code: -32600,
          message: 'Invalid Request: the id 7 belongs to a request that is still running',
        },
      },
    ]);
    // Its id is free again.
    const before = client.messages.length;
    client.sendText(ping);
    await client.request('ping');
    expect(client.messages[before]).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  });

  it.each(['constructor', '__proto__', 'prototype'])(
    'service_inspect refuses a variable named %s',
    async (name) => {
      const client = tools();
      const variables = JSON.parse(`{"${name}":"x"}`);
      expect(await client.toolError('service_inspect', { inputPath: hello, variables })).toContain(
        `variables.${name} is a reserved name; choose another name`,
      );
    },
  );

  it('the tool server responds to pings with string ids in the order of their arrival', async () => {
    const client = await WireClient.open();
    client.sendText(['a', 'b', 'c'].map((id) => line({ jsonrpc: '2.0', id, method: 'ping' })).join(''));
    await client.request('ping');
    expect(client.messages.slice(-4).map(({ id, result }) => ({ id, result }))).toEqual([
      { id: 'a', result: {} },
      { id: 'b', result: {} },
      { id: 'c', result: {} },
      { id: 2, result: {} },
    ]);
  });

  it('the tool server reads a line that is split within a character and has a Windows line end', {
    tags: 'slow',
  }, async () => {
    const client = await WireClient.open();
    const inputPath = '/tmp/größe-画像-🎬.json';
    const bytes = Buffer.from(
      line({
        jsonrpc: '2.0',
        id: 'x',
        method: 'tools/call',
        params: { name: 'service_inspect', arguments: { inputPath } },
      }).replace('\n', '\r\n'),
    );
    for (const byte of bytes) {
      client.process.stdin?.write(Buffer.from([byte]));
      await new Promise((done) => setImmediate(done));
    }
    await client.request('ping');
    await client.callTool('service_inspect', { inputPath: hello });
    const answer = client.messages.find(({ id }) => id === 'x');
    expect(JSON.stringify(answer?.result)).toContain(`cannot read ${inputPath}: there is no such file`);
  });

  it('the tool server exits with a message if an input line exceeds 10 MiB', async () => {
    const client = await WireClient.open();
    const chunk = ' '.repeat(1024 * 1024);
    for (let count = 0; count < 12; count++) client.sendText(chunk);
    expect(await client.finished).toBe(0);
    expect(client.stderr).toContain('an input line exceeds the limit of 10485760 bytes');
  });

  it('the tool server writes only protocol messages to stdout', { tags: 'slow' }, async () => {
    const client = await WireClient.open();
    await client.request('tools/list');
    await client.request('resources/list');
    await client.request('resources/read', { uri: 'service://docs/openapi' });
    await client.callTool('service_inspect', { inputPath: hello });
    await client.callTool('service_inspect', { inputPath: 'nowhere' });
    client.process.stdin?.end();
    expect(await client.finished).toBe(0);
    expect(client.messages.length).toBe(6);
    expect(client.unfinishedLine).toBe('');
    expect(client.stderr).toBe('');
  });

  it('the tool server starts with npm run mcp in a checkout', { tags: 'slow' }, async () => {
    const client = await WireClient.open({ command: ['npm', 'run', '--silent', 'mcp'], cwd: root });
    expect(await client.callTool('service_capabilities')).toMatchObject({ isError: false });
    client.process.stdin?.end();
    expect(await client.finished).toBe(0);
  });
});
