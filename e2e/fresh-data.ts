import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { usersOf } from '../server/db/embedded-processes.ts'

// Removes the data of an earlier run, whose database may still live where that run was killed: without its folder it
// would end by itself a while later, and take the socket of the next one along.
const dataDir = process.argv[2]
if (!dataDir) throw new Error('Which folder?')
const pgdata = path.join(dataDir, 'database', 'pgdata')
const patience = Date.now() + 10_000
for (let left = usersOf(pgdata); left.length; left = usersOf(pgdata)) {
  if (Date.now() > patience) throw new Error(`Still in ${pgdata}: process ${left.join(', ')}`)
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGQUIT')
    } catch {
      // It has gone meanwhile.
    }
  }
  await sleep(50)
}
rmSync(dataDir, { recursive: true, force: true })
