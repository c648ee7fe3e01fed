import { setTimeout as sleep } from 'node:timers/promises'
import { run, say } from '../process/run.ts'

// A program for tests to stop: while it stops something breaks, of which nobody is told, and then it closes what it has.
run(async (_config, onStop) => {
  onStop(async () => {
    await sleep(1_000)
    say('closed')
  })
  onStop(async () => {
    setTimeout(() => {
      throw new Error('Something broke on the way out.')
    }, 700)
  })
  say('started')
  await sleep(60_000)
})
