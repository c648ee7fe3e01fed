import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { NoticeKindName } from '#contract/messages/kinds.ts'
import { dayMs } from '#contract/rules/calendar.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { isBackupDue } from '../backups/back-up.job.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { notify } from '../messages/notices/notify.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'check-installation': Record<string, never>
  }
}

/** Begins the daily backup, and tells administrators of what nobody notices until it is too late, once a week for as long as it lasts. */
export const checkInstallation = defineJob({
  name: 'check-installation',
  payload: z.object({}),
  queue: 'short',
  // The next hour tries again.
  attempts: 1,
  schedule: { cron: '7 * * * *', catchesUp: true },
  async run(deps) {
    if (await isBackupDue(deps)) await deps.queue.add(deps.db, 'back-up', { isScheduled: true })
    if (await isBackupMissing(deps.db)) await notifyWeekly(deps, 'backupMissing')
    if (await isNearlyFull(deps.config.dataDir)) await notifyWeekly(deps, 'storageFull')
  },
})

/** Of an installation that is older than two days. */
async function isBackupMissing(db: Db) {
  const { rows } = await sql`
    select where exists (select from "user" where created_at < now() - interval '2 days')
      and not exists (select from backup where finished_at > now() - interval '2 days')`.execute(db)
  return rows.length > 0
}

async function isNearlyFull(folder: string) {
  const { bavail, blocks } = await statfs(folder)
  return bavail < blocks / 10
}

const notifyWeekly = ({ db, queue }: Pick<Deps, 'db' | 'queue'>, kind: NoticeKindName) =>
  inTransaction(db, async (tx) => {
    const told = await tx
      .selectFrom('message')
      .select('id')
      .where('kind', '=', kind)
      .where('createdAt', '>', new Date(Date.now() - 7 * dayMs).toISOString())
      .limit(1)
      .execute()
    if (told.length) return
    const userIds = await listAdministrators(tx)
    await notify(tx, { queue }, { kind, userIds, by: null })
  })
