import { setTimeout as sleep } from 'node:timers/promises'
import { run, printLine } from '../platform/process/run.ts'

// A program for tests to stop: `node stopping-process.ts breaks` or `hangs`. While it shuts down, an uncaught error is
// thrown, or a step hangs.
const [mode] = process.argv.slice(2)
run(async (_config, onStop) => {
  onStop(async () => {
    await sleep(mode === 'hangs' ? 60_000 : 1_000)
    printLine('closed')
  })
  onStop(async () => {
    printLine('stopping')
    if (mode !== 'breaks') return
    // Late enough that a signal now would be the second one.
    setTimeout(() => {
      throw new Error('Something broke on the way out.')
    }, 700)
  })
  printLine('started')
  await sleep(60_000)
})
