import { request } from 'node:http';

// Exits with 0 if the service in this container or on this machine responds, else with 1. Reads the service's settings.

const {
  SERVICE_RENDER_HOST: host = '127.0.0.1',
  SERVICE_RENDER_PORT: port = '8799',
  SERVICE_RENDER_TOKEN: token,
  SERVICE_RENDER_ALLOWED_HOSTS: allowedHosts,
} = process.env;

const isWildcard = host === '0.0.0.0' || host === '::';
const check = request(
  {
    host: isWildcard ? 'localhost' : host,
    port,
    path: '/capabilities',
    headers: {
      // If there are allowed Hosts, a service on a wildcard address accepts only those.
      ...(allowedHosts && { host: allowedHosts.split(',')[0].trim() }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    timeout: 2000,
  },
  ({ statusCode }) => finish(statusCode === 200 ? undefined : `it responded with status ${statusCode}`),
);
check.on('timeout', () => finish('it did not respond within 2 s'));
check.on('error', ({ message }) => finish(message));
check.end();

function finish(problem) {
  if (problem) console.error(`the service is not healthy: ${problem}`);
  process.exit(problem ? 1 : 0);
}
