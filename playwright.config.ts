import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { dataDir, timeZone } from './e2e/data-folders.ts'

// The servers of the tests share their compiled modules, with those of vitest.config.ts.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('node_modules/.cache/maylab-compiled')
const browser = await launchOptions()
const port = Number(process.env['E2E_PORT'] ?? 3901)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // All files share one server, so each journey creates or restores what it changes. Many wait, so three workers suit two
  // cores.
  workers: 3,
  // What passes at the second try only is printed as flaky, and has to be mended.
  retries: 1,
  // For long journeys on a busy machine; each step has its own, shorter limit.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    timezoneId: timeZone,
    viewport: { width: 1280, height: 800 },
    // Clicks wait until their target has stopped moving.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browser,
      args: [
        ...browser.args,
        // Pages are short-lived, so optimizing compilers and early garbage collection cost more than they save. Streamed
        // scripts would not use the code cache.
        '--js-flags=--no-maglev --no-turbofan --no-script-streaming --initial-heap-size=256',
        // All pages are from one site, so one renderer process is enough.
        ...['--disable-site-isolation-trials', '--process-per-site', '--renderer-process-limit=1'],
      ],
    },
  },
  webServer: {
    command: 'node e2e/fresh-data.ts && exec node server/main.ts',
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      TIME_ZONE: timeZone,
    },
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
