import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/command-line.ts';
import { waitUntil } from '../support/wait-until.ts';
import { crowd, hello } from './support/fixtures.ts';
import { type Era, type Json, WireClient } from './support/wire-client.ts';

const invalidRequest = -32600;

const request = (id: unknown, method: string, params: Json = {}) => ({ jsonrpc: '2.0', id, method, params });
const call = (id: unknown, name: string, args: Json = {}) =>
  request(id, 'tools/call', { name, arguments: args });
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

const sendBatch = (client: WireClient, messages: readonly unknown[]) =>
  client.sendText(`${JSON.stringify(messages)}\n`);

/** Waits for lines that hold arrays and gives them. */
function batches(client: WireClient, count: number): Promise<Json[][]> {
  return waitUntil('the batch is answered', () => {
    const found = client.lines.map((line) => JSON.parse(line)).filter(Array.isArray);
    return found.length >= count && found;
  });
}

describe('a batch of revision 2025-03-26', () => {
  it('is answered by one, notifications and answers in it by nothing', {
    tags: ['tools.batches'],
  }, async () => {
    const client = await WireClient.open({ era: '2025-03-26' });
    const before = client.lines.length;
    sendBatch(client, [
      request('a', 'ping'),
      { jsonrpc: '2.0', method: 'notifications/nonsense' },
      call(100, 'service_inspect', { inputPath: hello }),
      { jsonrpc: '2.0', id: 5, result: {} },
      request(101, 'no/such/method'),
      call(102, 'service_capabilities'),
      { jsonrpc: '2.0', id: 103, method: 7 },
      1,
    ]);
    const [answers] = await batches(client, 1);
    expect(client.lines.length).toBe(before + 1);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(answers.length).toBe(6);
    expect(byId.get('a')).toMatchObject({ jsonrpc: '2.0', result: {} });
    expect(byId.get(100)).toMatchObject({ result: { structuredContent: { name: 'Hello' } } });
    expect(byId.get(101)).toMatchObject({ error: { code: -32601 } });
    expect(byId.get(102)).toMatchObject({ result: { structuredContent: { videoCodec: 'avc' } } });
    expect(byId.get(103)).toMatchObject({ error: { code: invalidRequest } });
    expect(byId.get(undefined)).toMatchObject({ error: { code: invalidRequest } });
    expect(await client.request('ping')).toMatchObject({ result: {} });
  });

  it('keeps nobody waiting who came later, and goes without the answer to what was cancelled', async () => {
    const client = await WireClient.open({ era: '2025-03-26' });
    const folder = await temporaryFolder();
    const outputPath = join(folder, 'film.mp4');
    sendBatch(client, [
      call('film', 'service_render', { inputPath: crowd, outputPath }),
      request('p', 'ping'),
    ]);
    sendBatch(client, [request('q', 'ping')]);
    expect(await batches(client, 1)).toMatchObject([[{ id: 'q' }]]);
    expect(await client.request('ping')).toMatchObject({ result: {} });
    sendBatch(client, [cancel('film'), cancel('film'), cancel('unknown')]);
    expect((await batches(client, 2))[1]).toEqual([{ jsonrpc: '2.0', id: 'p', result: {} }]);
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
    expect(await readdir(folder)).toEqual([]);
  });

  it('of which nothing is left to answer is not answered', async () => {
    const client = await WireClient.open({ era: '2025-03-26' });
    const outputPath = join(await temporaryFolder(), 'film.mp4');
    const before = client.lines.length;
    sendBatch(client, [call('film', 'service_render', { inputPath: crowd, outputPath })]);
    sendBatch(client, [cancel('film')]);
    sendBatch(client, [{ jsonrpc: '2.0', method: 'notifications/nonsense' }]);
    expect(await client.callTool('service_inspect', { inputPath: hello })).toMatchObject({ isError: false });
    expect(client.lines.length).toBe(before + 1);
  });

  it('is refused when it is empty, too long, or begins a session', async () => {
    const client = await WireClient.open({ era: '2025-03-26' });
    const before = client.lines.length;
    sendBatch(client, []);
    sendBatch(
      client,
      Array.from({ length: 101 }, (_, index) => request(`${index}`, 'ping')),
    );
    sendBatch(client, [request('i', 'initialize', { protocolVersion: '2025-03-26' })]);
    await client.request('ping');
    const error = (words: string) => ({ code: invalidRequest, message: expect.stringContaining(words) });
    expect(client.messages.slice(before, -1)).toEqual([
      { jsonrpc: '2.0', error: error('a batch must have 1 to 100 messages, but has 0') },
      { jsonrpc: '2.0', error: error('a batch must have 1 to 100 messages, but has 101') },
      { jsonrpc: '2.0', id: 'i', error: error('initialize must not be part of a batch') },
    ]);
  });
});

it.each<Era>(['2025-11-25', '2026-07-28'])('a batch at revision %s is refused', async (era) => {
  const client = await WireClient.open({ era });
  const before = client.lines.length;
  sendBatch(client, [request('a', 'ping'), request('b', 'ping')]);
  await client.callTool('service_capabilities');
  expect(client.messages.slice(before, -1)).toEqual([
    {
      jsonrpc: '2.0',
      error: {
        code: invalidRequest,
        message: expect.stringContaining('batches are only supported in protocol revision 2025-03-26'),
      },
    },
  ]);
});
