import { expect, it } from 'vitest';
import { post } from '../../../../test/support/ask.ts';
import { isBusy, untilIdle } from '../../../../test/support/busy-service.ts';
import { longFilm, smallText } from '../../../../test/support/http-projects.ts';
import { coreMilliseconds, isRunning, onLinux } from '../../../../test/support/linux-process.ts';
import { postHead, RawConnection } from '../../../../test/support/raw-connection.ts';
import { startService } from '../../../../test/support/service.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';

const film = JSON.stringify(longFilm());

it.skipIf(!onLinux)(
  'frees the service at once when a client disconnects during a film',
  { tags: 'slow' },
  async () => {
    const service = await startService();
    for (let turn = 0; turn < 3; turn++) {
      const child = await service.renderProcess();
      const before = coreMilliseconds(child);
      const connection = await RawConnection.open(service);
      await connection.send(postHead(service, '/render?format=mp4', Buffer.byteLength(film)));
      await connection.send(film);
      await waitUntil('the film is drawn', () => coreMilliseconds(child) > before + 200);
      expect(await isBusy(service)).toBe(true);
      connection.destroy();
      // The contract says 250 ms; the rest is for busy machines.
      expect(await untilIdle(service)).toBeLessThan(2000);
      await waitUntil('the work has stopped', () => !isRunning(child), 2000);
      expect((await post(service, '/render', smallText)).status).toBe(200);
    }
  },
);
