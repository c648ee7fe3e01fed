import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { addDays, calendarDay, toInstant } from '#contract/rules/calendar.ts'
import type { Deps } from '../../deps.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { createFolder } from '../../providers/storage/on-disk.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { notify } from '../messages/notices/notify.ts'
import {
  forgetBackupFile,
  insertFailedBackup,
  listSurplusBackups,
  wasBackedUpSince,
} from './backups.queries.ts'
import { createBackup } from './create-backup.ts'
import { secretKeyFile } from './manifest.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'back-up': { isScheduled: boolean }
  }
}

/** Writes a backup into the backup folder, and deletes the oldest that were written there. */
export const backUp = defineJob({
  name: 'back-up',
  payload: z.object({ isScheduled: z.boolean() }),
  queue: 'hours',
  attempts: 3,
  timeoutMs: 6 * 3_600_000,
  async run(deps, { isScheduled }) {
    // One that was asked for may have been written meanwhile.
    if (isScheduled && !(await isBackupDue(deps))) return
    const { backupDir } = deps.config
    try {
      await createFolder(backupDir)
      await deletePartial(backupDir)
      const fileName = `maylab-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar`
      const withSecretKey =
        deps.installation.backupHasKey && existsSync(path.join(deps.config.dataDir, secretKeyFile))
      await createBackup(deps, path.join(backupDir, fileName), { withSecretKey })
    } catch (error) {
      throw describeError(error)
    }
    for (const name of await listSurplusBackups(deps.db, deps.installation.backupsKept)) {
      await rm(path.join(backupDir, name), { force: true })
      await forgetBackupFile(deps.db, name)
    }
  },
  async failed(tx, _payload, { sentence }, deps) {
    await insertFailedBackup(tx, sentence)
    const userIds = await listAdministrators(tx)
    await notify(tx, deps, { kind: 'backupFailed', userIds, by: null })
  },
})

/** Whether the hour of the daily backup has passed without one. */
export async function isBackupDue(
  { db, installation: { backupHour, timeZone } }: Pick<Deps, 'db' | 'installation'>,
  now = new Date(),
) {
  if (backupHour === null) return false
  const today = calendarDay(now, timeZone)
  const at = (day: string) => toInstant(day, backupHour * 60, timeZone)
  const since = at(today) <= now ? at(today) : at(addDays(today, -1))
  return !(await wasBackedUpSince(db, since))
}

/** What a killed process left. */
async function deletePartial(folder: string) {
  for (const name of await readdir(folder))
    if (/^maylab-.*\.tar\.partial$/.test(name)) await rm(path.join(folder, name), { force: true })
}

const sentences: Record<string, string> = {
  ENOSPC: 'There is not enough free space for the backup.',
  EDQUOT: 'There is not enough free space for the backup.',
  EACCES: 'The backup folder can’t be written.',
  EPERM: 'The backup folder can’t be written.',
  ENOTDIR: 'The backup folder can’t be written.',
  EEXIST: 'The backup folder can’t be written.',
  EROFS: 'The backup folder can’t be written.',
}

function describeError(error: unknown) {
  const { code = '' } = error as NodeJS.ErrnoException
  const sentence = sentences[code]
  return sentence ? new Rejected(code, sentence) : error
}
