import { setTimeout as sleep } from 'node:timers/promises'
import { run, printLine } from '../platform/process/run.ts'

// A program for tests to stop: `node stopping-process.ts breaks` or `hangs`. While it closes what it has, something of
// which nobody is told breaks, or nothing comes of it.
const [way] = process.argv.slice(2)
run(async (_config, onStop) => {
  onStop(async () => {
    await sleep(way === 'hangs' ? 60_000 : 1_000)
    printLine('closed')
  })
  onStop(async () => {
    printLine('stopping')
    if (way !== 'breaks') return
    // So late that a signal would be a second one.
    setTimeout(() => {
      throw new Error('Something broke on the way out.')
    }, 700)
  })
  printLine('started')
  await sleep(60_000)
})
