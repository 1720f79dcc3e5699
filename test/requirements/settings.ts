import { type Area, statements } from './requirement.ts';

export const settings: Area = {
  title: 'Settings',
  requirements: [
    ...statements(
      'interfaces',
      'Settings',
      `
settings.host: SERVICE_RENDER_HOST is the interface to bind, 127.0.0.1 by default.
settings.port: SERVICE_RENDER_PORT is the port, 8799 by default.
settings.port.free: With port 0 the service picks a free port and prints it.
settings.token: SERVICE_RENDER_TOKEN is the bearer token, none by default.
settings.token.required: Without a token the service refuses to bind anything but loopback, with a clear message and
  exit code 1.
settings.timeout: SERVICE_RENDER_TIMEOUT_MS is the time limit of a render or inspection, 1 to 600000, 120000 by default.
settings.origins: SERVICE_RENDER_ALLOWED_ORIGINS are more allowed origins, separated by commas, none by default.
settings.hosts: SERVICE_RENDER_ALLOWED_HOSTS are more allowed Host values, separated by commas, none by default.
settings.flags: Flags of the same names override the environment.
settings.unusable: An invalid value causes a clear error at start, never a silent default.
settings.port-in-use: A port that is in use causes a clear error and exit code 1.
`,
    ),
    ...statements(
      'formats',
      '1. Formats',
      `
settings.formats: SERVICE_RENDER_FORMATS lists the formats of HTTP and the tools, svg,png,mp4 by default; capabilities,
  the OpenAPI document and the tools' schemas list the same.
`,
    ),
  ],
};
