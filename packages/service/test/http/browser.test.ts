// @module-tag chromium

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { externalProgram } from '../../../../test/support/external-programs.ts';
import { smallText } from '../../../../test/support/http-projects.ts';
import { startService } from '../../../../test/support/service.ts';
import { chromium } from '../../../../test/tools/playwright.mjs';

const token = 'browser';

it('Chromium lets only pages from allowed origins render with the service', { tags: 'slow' }, async () => {
  const allowed = await servePage();
  const foreign = await servePage();
  const service = await startService({
    env: { SERVICE_RENDER_TOKEN: token, SERVICE_RENDER_ALLOWED_ORIGINS: allowed },
  });
  const browser = await openBrowser();
  const renderFrom = async (origin: string) => {
    const page = await browser.newPage();
    await page.goto(origin);
    return page.evaluate(fetchFromPage, {
      url: `${service.url}/render?format=svg`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: smallText,
    });
  };

  const seen = await renderFrom(allowed);
  expect(seen).toMatchObject({
    status: 200,
    headers: {
      'content-type': expect.stringContaining('image/svg+xml'),
      'content-disposition': 'attachment; filename="test.svg"',
      'x-service-frames': '0',
      'x-service-rasterized-frames': '0',
      'x-service-duration-ms': '0',
    },
    text: expect.stringContaining('<svg'),
  });
  expect(await renderFrom(foreign)).toMatchObject({ failure: expect.stringContaining('fetch') });

  const page = await browser.newPage();
  await page.goto(foreign);
  expect(
    await page.evaluate(fetchFromPage, { url: `${service.url}/openapi.json`, method: 'GET' }),
  ).toMatchObject({
    status: 200,
    text: expect.stringContaining('3.1.1'),
  });
});

interface PageRequest {
  url: string;
  method: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Runs in the page. */
async function fetchFromPage({ url, ...options }: PageRequest) {
  try {
    const response = await fetch(url, options);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers.entries()),
      text: await response.text(),
    };
  } catch (error) {
    return { failure: String(error) };
  }
}

/** An empty page; resolves to its origin. */
async function servePage(): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>page</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'render-service-browser-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: externalProgram('chromium'),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-sync',
    ],
  });
  onTestFinished(async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  });
  return browser;
}
