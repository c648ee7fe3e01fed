import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '../server/platform/db/embedded/embedded-processes.ts'
import { copyDataFolder, spareDisk } from '../server/test/data-folder.ts'
import { dataDir, preparedDir } from './data-folders.ts'
import { OwnServer } from './server.ts'

// The first start creates the demo data, once for all test servers.
for (const folder of [dataDir, preparedDir]) await remove(folder)
const server = new OwnServer({ dataDir: preparedDir })
await server.start()
await server.stop()
spareDisk(preparedDir)
copyDataFolder(preparedDir, dataDir)

/**
 * Also stops the database of an earlier run that was killed: without its folder it would end a while later and remove
 * the socket of the next database with it.
 */
async function remove(folder: string) {
  const pgdata = path.join(folder, 'database', 'pgdata')
  const deadline = Date.now() + 10_000
  for (let left = processesIn(pgdata); left.length; left = processesIn(pgdata)) {
    if (Date.now() > deadline) throw new Error(`Still in ${pgdata}: process ${left.join(', ')}`)
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGQUIT')
      } catch {
        // The process has already ended.
      }
    }
    await sleep(50)
  }
  rmSync(folder, { recursive: true, force: true })
}
