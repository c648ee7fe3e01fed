import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What hears the speech engine puts others in the place of what it imports, and so needs its modules to itself. */
const engine = 'server/providers/transcription/local/local.test.ts'
/**
 * PostgreSQL makes and removes a thousand files for each test file: where memory has room for them, as on most Linux, they and all
 * else that is only for a moment lie there. Some 300 MB at most.
 */
const inMemory = '/dev/shm'
const room = 2 * 1024 ** 3
if (!process.env['TMPDIR'] && hasRoom(inMemory)) process.env['TMPDIR'] = inMemory
function hasRoom(folder: string) {
  if (!existsSync(folder) || freemem() < 2 * room) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= room
}

const patient = {
  setupFiles: ['server/test/no-console-error.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a busy machine is no fault.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for a database or a process; on two cores Vitest would use only one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'server',
          include: [
            ...['server/**/*.test.ts', 'contract/**/*.test.ts', 'scripts/**/*.test.ts'],
            `!${engine}`,
          ],
          // Each worker reads the server once, instead of each file. What files change is in databases and applications
          // of their own.
          isolate: false,
          globalSetup: ['server/test/database.ts', 'server/test/api-document.ts'],
          ...patient,
        },
      },
      { test: { name: 'alone', include: [engine, '*.test.ts'], ...patient } },
      // They are functions over values. The colours are read from the style sheet itself, which Vitest would otherwise empty.
      { test: { name: 'web', include: ['web/**/*.test.ts'], isolate: false, css: true } },
    ],
  },
})
