import { createHash } from 'node:crypto';
import { request } from 'node:http';

/**
 * Sends one request on a new connection. Resolves to `{ status, body, digest }`, or to a status of 0 if the connection
 * ends before the response is complete. With `leaveAfterMs` the client disconnects after that time; with `sendOnly` it
 * sends only that many bytes of its body.
 */
export function exchange(service, { path, method = 'POST', body, headers = {}, leaveAfterMs, sendOnly }) {
  return new Promise((done) => {
    const call = request({
      host: '127.0.0.1',
      port: service.port,
      path,
      method,
      agent: false,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
        ...headers,
      },
    });
    const leave = leaveAfterMs === undefined ? undefined : setTimeout(() => call.destroy(), leaveAfterMs);
    const finish = (answer) => {
      clearTimeout(leave);
      done(answer);
    };
    call.on('error', () => finish({ status: 0 }));
    call.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', () => finish({ status: 0 }));
      response.on('end', () => {
        const whole = Buffer.concat(chunks);
        const digest = createHash('sha256').update(whole).digest('hex');
        finish({ status: response.statusCode, body: whole, digest });
      });
    });
    if (sendOnly === undefined) call.end(body);
    else call.write(body.subarray(0, sendOnly));
  });
}
