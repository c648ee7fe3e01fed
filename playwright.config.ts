import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/browser.ts'
import { dataDir, timeZone } from './e2e/data-folders.ts'

const browser = await launchOptions()
const port = Number(process.env['E2E_PORT'] ?? 3901)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // Files run side by side over one server: each journey makes what it changes, or leaves it as it was. Many wait for
  // something, so a third goes on where two do.
  workers: 3,
  // Through many screens, on a machine that does other things besides; each step has its own, shorter limit.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    timezoneId: timeZone,
    viewport: { width: 1280, height: 800 },
    // Every click waits until its target stands still.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browser,
      args: [
        ...browser.args,
        // A journey is over before code that was made faster for it pays, and before much of its memory is worth a look.
        // Programs that are parsed while they arrive are parsed each time, whatever is kept of their code.
        '--js-flags=--no-maglev --no-turbofan --no-script-streaming --initial-heap-size=256',
        // All its pages are the product's: a process for each site and window is one too many.
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
