import { request } from 'node:http';

// Exit code 0 when the service of this container or machine answers, 1 when not. Reads the service's own settings.

const {
  SERVICE_RENDER_HOST: host = '127.0.0.1',
  SERVICE_RENDER_PORT: port = '8799',
  SERVICE_RENDER_TOKEN: token,
  SERVICE_RENDER_ALLOWED_HOSTS: allowedHosts,
} = process.env;

const isWildcard = host === '0.0.0.0' || host === '::';
const ask = request(
  {
    host: isWildcard ? 'localhost' : host,
    port,
    path: '/capabilities',
    headers: {
      // On a wildcard address only these Host values are accepted, where there are any.
      ...(allowedHosts && { host: allowedHosts.split(',')[0].trim() }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    timeout: 2000,
  },
  ({ statusCode }) => finish(statusCode === 200 ? undefined : `it was answered ${statusCode}`),
);
ask.on('timeout', () => finish('there was no answer for 2 s'));
ask.on('error', ({ message }) => finish(message));
ask.end();

function finish(problem) {
  if (problem) console.error(`the service is not healthy: ${problem}`);
  process.exit(problem ? 1 : 0);
}
