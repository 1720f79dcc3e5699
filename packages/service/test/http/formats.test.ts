import { describe, expect, it } from 'vitest';
import { ask, post } from '../../../../test/support/ask.ts';
import { fixtureText, smallText } from '../../../../test/support/http-projects.ts';
import { errorOf, jsonOf } from '../../../../test/support/response.ts';
import { useService } from '../../../../test/support/service.ts';

describe('a service with more formats', () => {
  const service = useService({ env: { SERVICE_RENDER_FORMATS: 'gif, svg,png,mp4,apng' } });
  const formats = ['svg', 'png', 'mp4', 'gif', 'apng'];

  it('capabilities and inspections list the formats that the operator offers', async () => {
    expect(jsonOf(await ask(service(), '/capabilities'))).toMatchObject({ formats });
    expect(jsonOf(await post(service(), '/inspect', smallText))).toMatchObject({ capabilities: { formats } });
  });

  it('the OpenAPI document lists the formats that the operator offers', async () => {
    const { paths } = jsonOf(await ask(service(), '/openapi.json')) as {
      readonly paths: Readonly<
        Record<
          string,
          {
            readonly post: {
              readonly parameters: readonly { readonly name: string; readonly schema: object }[];
              readonly responses: Readonly<Record<string, { readonly content: object }>>;
            };
          }
        >
      >;
    };
    const { parameters, responses } = paths['/render'].post;
    const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(schemas.format).toEqual({ type: 'string', enum: formats, default: 'png' });
    expect(schemas.fps).toEqual({ type: 'integer', enum: [10, 12, 15, 20, 24, 25, 30, 50, 60] });
    expect(Object.keys(responses[200].content)).toEqual([
      'image/svg+xml',
      'image/png',
      'video/mp4',
      'image/gif',
      'image/apng',
    ]);
  });

  it.each([
    ['gif', 'image/gif', 'GIF89a'],
    ['apng', 'image/apng', '\x89PNG'],
  ])('POST /render?format=%s returns a film', async (format, type, start) => {
    const { status, headers, body } = await post(
      service(),
      `/render?format=${format}&fps=10`,
      fixtureText('hello'),
    );
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'x-service-frames': '10' });
    expect(headers['content-disposition']).toContain(`.${format}"`);
    expect(body.subarray(0, start.length).toString('latin1')).toBe(start);
  });

  it.each([
    ['width=3840', 422, 'width must be an integer from 1 to 1920, but is 3840'],
    ['width=1920&height=1082', 422, 'width x height must be at most 2073600, but is 1920 x 1082'],
  ])('POST /render?%s stays within the size of the contract', async (query, status, message) => {
    const response = await post(service(), `/render?${query}`, smallText);
    expect([response.status, errorOf(response)]).toEqual([status, message]);
  });

  it('POST /render has no parameter for the codec', async () => {
    const response = await post(service(), '/render?format=mp4&codec=hevc', smallText);
    expect([response.status, errorOf(response)]).toEqual([
      400,
      'unknown query parameter "codec"; valid parameters: format, width, height, fps, timeMs',
    ]);
  });

  it('POST /render refuses formats that the operator does not offer', async () => {
    const response = await post(service(), '/render?format=webm', smallText);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toBe(
      'format must be svg, png, mp4, gif or apng, but is "webm"; the operator can offer it with SERVICE_RENDER_FORMATS=svg,png,mp4,gif,apng,webm',
    );
  });
});

describe('a service without the setting of formats', () => {
  const service = useService();

  it('POST /render refuses formats beyond the contract', async () => {
    const response = await post(service(), '/render?format=gif', smallText);
    expect(response.status).toBe(422);
    expect(errorOf(response)).toBe(
      'format must be svg, png or mp4, but is "gif"; the operator can offer it with SERVICE_RENDER_FORMATS=svg,png,mp4,gif',
    );
  });
});
