import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Many tests wait for a database or a process; on two cores Vitest would use only one.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'scripts/**/*.test.ts',
            '*.test.ts',
          ],
          globalSetup: ['server/test/database.ts', 'server/test/api-document.ts'],
          setupFiles: ['server/test/no-console-error.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // What is waited for comes when it comes: a busy machine is no fault.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // They are functions over values, which need no modules of their own. The colours are read from the style sheet
      // itself, which Vitest would otherwise empty.
      { test: { name: 'web', include: ['web/**/*.test.ts'], isolate: false, css: true } },
    ],
  },
})
