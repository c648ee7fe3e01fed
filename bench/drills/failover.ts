import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDb } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateQueues } from '#server/platform/jobs/boss.ts'
import { queueJob } from '#server/test/queue-job.ts'
import { makePeople } from '#server/test/make.ts'
import { OwnServer } from '../../e2e/server.ts'
import { startDatabasePair } from './database-pair.ts'
import { startLoad } from './load.ts'
import { openRelay } from './relay.ts'
import { temporaryFolder } from './temporary-folder.ts'

const people = 8
/** How long it takes to notice that the primary is gone. */
const noticeMs = 1_000
/** From the promotion to the first acknowledged write. */
const goalMs = 5_000
const pollMs = 10
const timeoutMs = 60_000

/**
 * Kills the primary under load, promotes the standby behind the same address, and reports how long the product takes
 * from then on, and what was acknowledged and is lost.
 */
export async function failover(started: AsyncDisposableStack, { loadMs = 10_000 } = {}) {
  const folder = temporaryFolder(started, 'failover')
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  let email = ''
  const databases = await startDatabasePair(folder, async (url) => {
    await migrate(url)
    await migrateQueues(url)
    const { db } = openDb(url, () => undefined, 1)
    email = (await makePeople(db)).emails.admin
    await db.destroy()
  })
  started.defer(() => databases.stop())
  let socket = databases.primarySocket
  const relay = await openRelay(() => ({ path: socket }))
  started.defer(() => void relay.close())
  const product = new OwnServer({
    dataDir,
    env: {
      DATABASE_URL: `postgres://postgres@127.0.0.1:${relay.port}/postgres`,
      SECRET_KEY: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
    },
  })
  const { db } = openDb(databases.standbyUrl, () => undefined, 2)
  started.defer(() => db.destroy())
  started.defer(() => product.stop())
  await product.start()
  const load = startLoad({ origin: () => product.origin, email, people, isRepeated: true })
  await sleep(loadMs)
  await databases.killPrimary()
  await sleep(noticeMs)
  await databases.promoteStandby()
  socket = databases.standbySocket
  const promotedAt = Date.now()

  const since = async (isThere: () => Promise<boolean> | boolean) => {
    while (!(await isThere()))
      if (Date.now() - promotedAt > timeoutMs) return Infinity
      else await sleep(pollMs)
    return Date.now() - promotedAt
  }
  const hasRow = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows.length > 0
  await queueJob(db, 'purge', {})
  const [firstWriteMs, listeningMs, firstJobMs] = await Promise.all([
    since(() => load.acknowledgedAt.some((at) => at >= promotedAt)),
    since(() => hasRow(sql`select from pg_stat_activity where query like 'listen maylab%'`)),
    since(
      async () =>
        !(await hasRow(
          sql`select from pgboss.job where singleton_key = 'purge' and state < 'completed'`,
        )),
    ),
  ])
  await sleep(loadMs / 2)
  await load.stop()
  const { logins, organizations } = load.acknowledged
  const lost = await load.lost(db)
  return {
    isPassed: firstWriteMs <= goalMs && listeningMs <= goalMs && !lost.length,
    firstWriteMs,
    listeningMs,
    firstJobMs,
    requests: load.requests(),
    acknowledged: logins.length + organizations.length,
    failures: load.failures,
    lost,
  }
}
