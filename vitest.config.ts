import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './server/test/temporary-folder.ts'

/** What hears the speech engine puts others in the place of what it imports, and so needs its modules to itself. */
const engine = 'server/providers/transcription/local/local.test.ts'
const temporary = process.env['TMPDIR'] ? undefined : temporaryFolder()
if (temporary) process.env['TMPDIR'] = temporary
// Tests start the server as a process a hundred times: only the first one compiles its modules.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve('node_modules/.cache/maylab-compiled')

const patient = {
  setupFiles: ['server/test/no-console-error.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes: a busy machine is no fault.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Many tests wait for a database or a process: a third goes on where two do. On two cores Vitest would use only one.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'server',
          include: [
            ...['server', 'contract', 'scripts', 'bench'].map((it) => `${it}/**/*.test.ts`),
            `!${engine}`,
          ],
          // Each worker reads the server once, instead of each file. What files change is in databases and applications
          // of their own.
          isolate: false,
          globalSetup: ['server/test/database.ts', 'server/test/api-document.ts'],
          ...patient,
        },
      },
      { test: { name: 'speech-engine', include: [engine], ...patient } },
      { test: { name: 'alone', include: ['*.test.ts'], ...patient } },
      // They are functions over values. The colours are read from the style sheet itself, which Vitest would otherwise empty.
      { test: { name: 'web', include: ['web/**/*.test.ts'], isolate: false, css: true } },
    ],
  },
})
