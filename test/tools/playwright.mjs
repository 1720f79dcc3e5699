// For scripts too, so JavaScript.
export * from 'playwright-core';
