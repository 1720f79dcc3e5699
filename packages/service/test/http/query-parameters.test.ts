import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { smallProject, smallProjectOf, smallText } from '../../../../test/support/http-projects.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';
import type { Project } from '../../../engine/src/project/schema.ts';

const service = useService();
const operations = ['/render', '/inspect'];

describe.each(operations)('query parameters that %s refuses with 400', (operation) => {
  it.each([
    { query: 'unknown=1', names: 'unknown' },
    { query: 'format=png&unknown=1', names: 'unknown' },
    { query: 'theme=paper', names: 'theme' },
    { query: 'Format=png', names: 'Format' },
    { query: 'timems=0', names: 'timems' },
    { query: 'time-ms=0', names: 'time-ms' },
    { query: 'format[]=png', names: 'format' },
    { query: 'format%00=png', names: 'format' },
    { query: '__proto__=1', names: '__proto__' },
    { query: 'constructor=1', names: 'constructor' },
    { query: 'toString=1', names: 'toString' },
    { query: '=png', names: '' },
    { query: 'format', names: 'format' },
    { query: 'format=', names: 'format' },
    { query: 'form%61t=', names: 'format' },
    { query: 'format=png&width=', names: 'width' },
    { query: 'timeMs', names: 'timeMs' },
    { query: 'format=png&format=png', names: 'format' },
    { query: 'format=png&format=svg', names: 'format' },
    { query: 'f%6Frmat=png&format=svg', names: 'format' },
    { query: 'width=10&height=10&width=10', names: 'width' },
    { query: 'fps=30&fps=', names: 'fps' },
  ])('responds with 400 to the invalid query ?$query', async ({ query, names }) => {
    const response = await post(service(), `${operation}?${query}`, smallText);
    expect(response.status).toBe(400);
    expect(errorOf(response)).toContain(names);
  });
});

describe.each(operations)('values that %s refuses with 422', (operation) => {
  it.each([
    ...['gif', 'PNG', 'png%20', 'jpeg', 'svg,png', 'png%00', '%zz'].map((value) => ({
      name: 'format',
      value,
    })),
    ...['width', 'height'].flatMap((name) =>
      [
        ...['0', '-1', '1921', '12.5', 'abc', '0x10', '1e2', '%2010', '10%20', '+10', '%2B10', '1_0', '1,0'],
        ...['NaN', 'Infinity', '99999999999999999999', '%D9%A1', '10px', '%EF%BC%91', '0b1', '10%00', 'true'],
      ].map((value) => ({ name, value })),
    ),
    ...['25', '0', '29.97', '-30', '030x', '120', '%2030', '3e1', '0x1e'].map((value) => ({
      name: 'fps',
      value,
    })),
    ...['-1', '-0.001', 'abc', 'NaN', 'Infinity', '0x10', '%201', '1,5', '1%00'].map((value) => ({
      name: 'timeMs',
      value,
    })),
  ])('responds with 422 to the query value $name=$value', async ({ name, value }) => {
    const response = await post(service(), `${operation}?${name}=${value}`, smallText);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toContain(name);
  });
});

describe.each<{ what: string; query: string; project?: Project; says: RegExp }>([
  { what: 'more than 2073600 pixels', query: 'width=1441&height=1440', says: /2073600/ },
  {
    what: 'more than 2073600 pixels in an SVG still',
    query: 'format=svg&width=1920&height=1081',
    says: /2073600/,
  },
  { what: 'an odd film width', query: 'format=mp4&width=321&height=180', says: /width.*even.*321/ },
  { what: 'an odd film height', query: 'format=mp4&width=320&height=181', says: /height.*even.*181/ },
  { what: 'a height that makes the width too large', query: 'height=1081', says: /width|1920/ },
  { what: 'a time after the end', query: 'timeMs=1000.001', says: /timeMs.*1000/ },
  { what: 'a time after the end in SVG', query: 'format=svg&timeMs=5000', says: /timeMs.*5000/ },
  { what: 'a time for a film', query: 'format=mp4&timeMs=1', says: /timeMs.*mp4/ },
  {
    what: 'a film of more than a minute',
    query: 'format=mp4',
    project: smallProjectOf({ durationMs: 60_001 }),
    says: /60001.*60000/,
  },
  {
    what: 'a film of more than 1800 frames',
    query: 'format=mp4&fps=60',
    project: smallProjectOf({ durationMs: 30_016 }),
    says: /1801.*1800/,
  },
  {
    what: 'a film with a duration of 0',
    query: 'format=mp4',
    project: smallProjectOf({ durationMs: 0 }),
    says: /0 ms/,
  },
])('$what', ({ query, project = smallProject, says }) => {
  it('/render responds with 422 to query values that do not fit the project', async () => {
    const response = await post(service(), `/render?${query}`, project);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toMatch(says);
  });

  it('/inspect reports query values that do not fit the project', async () => {
    const response = await post(service(), `/inspect?${query}`, project);
    const told = response.status === 422 ? errorOf(response) : JSON.stringify(jsonOf(response));
    expect(told).toMatch(says);
  });
});

describe('query parameters that /render accepts', () => {
  it.each([
    { query: '', width: 320, height: 180 },
    { query: '?', width: 320, height: 180 },
    { query: '?width=160', width: 160, height: 90 },
    { query: '?height=90', width: 160, height: 90 },
    { query: '?width=1&height=1', width: 1, height: 1 },
    { query: '?width=100&height=300', width: 100, height: 300 },
    { query: '?width=1440&height=1440', width: 1440, height: 1440 },
    { query: '?width=1920', width: 1920, height: 1080 },
    { query: '?timeMs=1000', width: 320, height: 180 },
    { query: '?timeMs=999.999', width: 320, height: 180 },
    { query: '?fps=24&timeMs=0', width: 320, height: 180 },
    { query: '?%66ormat=p%6eg&width=1%36', width: 16, height: 9 },
  ])(
    '/render with the query "$query" returns a PNG of $width x $height',
    async ({ query, width, height }) => {
      const response = await post(service(), `/render${query}`, smallText);
      expect(response.status).toBe(200);
      expect(response.headers['content-type']).toBe('image/png');
      expect([response.body.readUInt32BE(16), response.body.readUInt32BE(20)]).toEqual([width, height]);
    },
  );

  it.each([24, 30, 60])(
    '/render returns as many frames per second of film as requested by fps=%i',
    { tags: 'ffmpeg' },
    async (fps) => {
      const response = await post(
        service(),
        `/render?format=mp4&width=64&height=36&fps=${fps}&timeMs=0`,
        smallText,
      );
      expect(response.status).toBe(200);
      expect(response.headers['x-service-frames']).toBe(String(fps));
    },
  );
});

it('/inspect accepts all query parameters of /render', async () => {
  const query = 'format=mp4&width=320&height=180&fps=60&timeMs=0';
  const response = await post(service(), `/inspect?${query}`, smallText);
  expect(response.status).toBe(200);
  expect(jsonOf(response)).toMatchObject({ issues: [] });
});

it('/capabilities ignores query parameters', async () => {
  expect((await ask(service(), '/capabilities?unknown=1')).status).toBe(200);
});
