import { appendFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { socketFolder } from '#server/platform/db/embedded/embedded-platform.ts'
import { isAlive, processesIn } from '#server/platform/db/embedded/embedded-processes.ts'
import { copyDataFolder } from '#server/test/data-folder.ts'

/**
 * A primary and a standby by streaming replication. The primary acknowledges a commit when the standby has it on disk.
 * `prepare` fills the database before it is copied.
 */
export async function startDatabasePair(folder: string, prepare: (url: string) => Promise<void>) {
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  const single = await startEmbedded(first)
  try {
    await prepare(single.urlOf('postgres'))
  } finally {
    await single.stop()
  }
  copyDataFolder(first, second)
  configure(first, { synchronous_standby_names: '*' })
  const primary = await startEmbedded(first)
  configure(second, { primary_conninfo: primary.urlOf('postgres') })
  writeFileSync(path.join(second, 'pgdata', 'standby.signal'), '')
  const standby = await startEmbedded(second)
  const ask = async (server: typeof primary, text: string) => {
    const client = new pg.Client({ connectionString: server.urlOf('postgres') })
    await client.connect()
    try {
      return await client.query(text)
    } finally {
      await client.end()
    }
  }
  while (
    !(await ask(primary, `select from pg_stat_replication where sync_state = 'sync'`)).rowCount
  )
    await sleep(50)

  return {
    primarySocket: socketOf(first),
    standbySocket: socketOf(second),
    standbyUrl: standby.urlOf('postgres'),
    /** As in a power cut: no process of it lives on. */
    async killPrimary() {
      const processes = processesIn(path.join(first, 'pgdata'))
      for (const pid of processes) process.kill(pid, 'SIGKILL')
      while (processes.some(isAlive)) await sleep(5)
    },
    promoteStandby: () => ask(standby, 'select pg_promote()'),
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}

const socketOf = (base: string) => path.join(socketFolder(realpathSync(base)), '.s.PGSQL.5432')

const configure = (base: string, settings: Record<string, string>) =>
  appendFileSync(
    path.join(base, 'pgdata', 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = '${value}'\n`)
      .join(''),
  )
