import { rm } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { realUserId } from '../../platform/access.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { audit } from '../audit/audit.ts'
import { exportFile } from './export-files.ts'
import {
  deleteExport,
  insertExport,
  latestExport,
  mayExportNotes,
  requireExportable,
} from './person-exports.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'keys'>

export async function getLatestExport({ db }: Pick<Needs, 'db'>, actor: Actor, clientId: string) {
  await requireExportable(db, actor, clientId)
  return { latest: (await latestExport(db, clientId, realUserId(actor))) ?? null }
}

type NewExport = { clientId: string; password: string; includesNotes: boolean }

/** Throws conflict while an archive of the person is being built. */
export async function requestExport(
  { db, queue, keys }: Needs,
  actor: Actor,
  { clientId, password, includesNotes }: NewExport,
) {
  const id = newId()
  const personId = realUserId(actor)
  await inTransaction(db, async (tx) => {
    await requireExportable(tx, actor, clientId)
    if (includesNotes && !(await mayExportNotes(tx, actor, clientId)))
      throw new AppError('not-allowed', 'Only administrators can include private notes of coaches.')
    const encrypted = password === '' ? null : keys.encrypt('export-password', id, password)
    if (!(await insertExport(tx, { id, clientId, personId, password: encrypted, includesNotes })))
      throw new AppError('conflict', 'An archive of this person is already being prepared.')
    await queue.add(tx, 'export-person', { id })
    await audit(tx, actor, {
      ...{ action: 'person-export-requested', table: 'client', rowId: clientId, clientId },
      details: { includesNotes },
    })
  })
  const latest = await latestExport(db, clientId, personId)
  if (!latest) throw new AppError('conflict', 'The archive was replaced in the meantime.')
  return latest
}

/** Stops building it. Throws not-found for anybody else's. */
export async function removeExport(
  { db, queue, config }: Pick<Deps, 'db' | 'queue' | 'config'>,
  actor: Actor,
  id: string,
) {
  await inTransaction(db, async (tx) => {
    await deleteExport(tx, realUserId(actor), id)
    await queue.cancel(tx, 'export-person', { id })
  })
  await rm(exportFile(config.dataDir, id), { force: true })
}
