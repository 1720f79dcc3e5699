import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { startRequest } from '../../../../test/support/busy-service.ts';
import { smallProject, smallText } from '../../../../test/support/http-projects.ts';
import { errorOf } from '../../../../test/support/response.ts';
import { type LogLine, useService } from '../../../../test/support/service.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const token = 'a-token-that-no-log-shows';
const service = useService({ env: { SERVICE_RENDER_TOKEN: token } });
const headers = { authorization: `Bearer ${token}` };

/** The request lines after the first `count` lines of the log. */
function requestsSince(count: number): LogLine[] {
  return service()
    .logs.slice(count)
    .filter((line) => 'method' in line);
}

/** The log line of the request that `act` sends. */
async function lineOf(act: () => Promise<unknown>): Promise<LogLine> {
  await ask(service(), '/capabilities', { headers });
  await waitUntil('the log is up to date', () => service().logs.at(-1)?.path === '/capabilities');
  const before = service().logs.length;
  await act();
  await ask(service(), '/nothing');
  const lines = await waitUntil('the request after it is logged', () => {
    const since = requestsSince(before);
    return since.at(-1)?.path === '/nothing' && since;
  });
  expect(lines).toHaveLength(2);
  return lines[0];
}

describe('the log line of a request', () => {
  it.each([
    { what: 'for the capabilities', method: 'GET', path: '/capabilities', status: 200 },
    { what: 'for an inspection', method: 'POST', path: '/inspect', status: 200 },
    { what: 'for a render', method: 'POST', path: '/render', query: '?format=svg&width=161', status: 200 },
    { what: 'for a refusal', method: 'POST', path: '/render', query: '?fps=25', status: 422 },
    { what: 'for a wrong query', method: 'POST', path: '/render', query: '?unknown=1', status: 400 },
    { what: 'for a wrong method', method: 'PUT', path: '/render', status: 405 },
    { what: 'for a public document', method: 'GET', path: '/openapi.json', status: 200 },
  ])('logs a request $what in one line', async ({ method, path, query = '', status }) => {
    let bytes = 0;
    const line = await lineOf(async () => {
      const target = `${path}${query}`;
      const response = await (method === 'POST'
        ? post(service(), target, smallText, { headers })
        : ask(service(), target, { method, headers }));
      expect(response.status).toBe(status);
      bytes = response.body.length;
    });
    expect(line).toMatchObject({ method, path, status, bytes, ms: expect.any(Number) });
    expect(line.ms).toBeGreaterThanOrEqual(0);
  });

  it('logs a request without a token in one line', async () => {
    const line = await lineOf(() => post(service(), '/render', smallText));
    expect(line).toMatchObject({ method: 'POST', path: '/render', status: 401 });
  });

  it('logs a request in one line when its client disconnects', async () => {
    const before = service().logs.length;
    const lines = [`Authorization: ${headers.authorization}`];
    const { connection } = await startRequest(service(), '/inspect', smallText, lines);
    connection.destroy();
    const inspections = () => requestsSince(before).filter(({ path }) => path === '/inspect');
    await waitUntil('the request is logged', () => inspections().length > 0);
    expect(inspections()).toEqual([
      expect.objectContaining({ method: 'POST', status: 499, ms: expect.any(Number) }),
    ]);
  });
});

describe('secrets in the log', () => {
  it('the log never contains the token, the project or the query', async () => {
    const secret = 'Confidential-7f3a';
    const project = { ...smallProject, name: secret };
    const invalid = { ...project, sceneOrder: [secret], [secret]: secret };
    await post(service(), '/render?format=svg', project, { headers });
    await post(service(), '/inspect', invalid, { headers });
    await post(service(), '/inspect', `{"name": ${secret}}`, { headers });
    const refused = await post(service(), `/render?format=${secret}`, project, { headers });
    expect(errorOf(refused)).toContain(secret);
    await post(service(), `/render?${secret}=1`, project, { headers });
    await post(service(), '/render', project, { headers: { authorization: `Bearer ${secret}` } });
    await ask(service(), `/capabilities?token=${token}`, { headers });
    await ask(service(), '/nothing');
    await waitUntil('all is logged', () => service().logs.at(-1)?.path === '/nothing');
    expect(service().logText).not.toContain(secret);
    expect(service().logText).not.toContain(token);
  });
});
