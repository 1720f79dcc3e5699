import { describe, expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { fixtureText } from '../../../../test/support/http-projects.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

const service = useService();
const project = fixtureText('scripts');

describe('checks before drawing', () => {
  it.each([
    {
      what: 'structure',
      from: '"width":1280',
      to: '"width":0',
      says: /scenes\.\w+\.width: .* 1 to 8192, but is 0/,
    },
    {
      what: 'references',
      from: '"toId":"',
      to: '"toId":"no',
      says: /transitions\.[\w-]+\.toId: .*composition/,
    },
    { what: 'timing', from: '"duration":300', to: '"duration":300000', says: /start \+ duration .* exceeds/ },
  ])('/inspect and /render respond with 422 to a project with invalid $what', async (one) => {
    const broken = project.replace(one.from, one.to);
    expect(broken).not.toBe(project);
    for (const target of ['/inspect', '/render']) {
      const response = await post(service(), target, broken);
      expect(response.status).toBe(422);
      expect(errorOf(response)).toMatch(one.says);
    }
  });
});

describe('the time of a still', () => {
  it('draws a still at timeMs, or at time 0 by default', async () => {
    const at = async (query: string) => {
      const response = await post(service(), `/render?format=svg${query}`, project);
      expect(response.status).toBe(200);
      return response.body.toString();
    };
    const [untold, start, middle, end] = [
      await at(''),
      await at('&timeMs=0'),
      await at('&timeMs=700.5'),
      await at('&timeMs=2600'),
    ];
    expect(start).toBe(untold);
    expect(new Set([start, middle, end]).size).toBe(3);
  });
});

describe('responses of a stateless service', () => {
  it('/inspect and /render respond independently of earlier requests', {
    tags: ['ffmpeg', 'slow'],
  }, async () => {
    const ask = async () => {
      const inspected = await post(service(), '/inspect', project);
      const rendered = await post(service(), '/render?width=320&timeMs=2600', project);
      expect([inspected.status, rendered.status]).toEqual([200, 200]);
      expect(rendered.body.subarray(1, 4).toString()).toBe('PNG');
      return [jsonOf(inspected), rendered.body.toString('base64'), rendered.headers['content-disposition']];
    };
    const before = await ask();
    expect((await post(service(), '/render', fixtureText('hello'))).status).toBe(200);
    expect((await post(service(), '/render?format=mp4&width=64', fixtureText('derivative'))).status).toBe(
      200,
    );
    expect((await post(service(), '/inspect', '{')).status).toBe(422);
    expect(await ask()).toEqual(before);
  });
});
