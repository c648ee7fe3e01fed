import type { Certificate } from '#contract/erasures/erasures.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import { realUserId } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { type AuditAction, audit } from '../audit/audit.ts'
import {
  erasureRow,
  findOpenErasure,
  insertErasure,
  lockErasure,
  personToErase,
  readCertificate,
  restartErasure,
  setCancelled,
  startErasure,
} from './erasures.queries.ts'
import { keptPart, whyAccountStays } from './kept-account.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation'>

export async function getPreview({ db, installation }: Omit<Needs, 'queue'>, clientId: string) {
  const person = await personToErase(db, clientId)
  const { name, sessions, recordings, familyMembers, hasCoachProfile } = person
  const obstacle = (await findOpenErasure(db, clientId)) ? alreadyRequested : null
  const kept = keptPart({ roles: (person.roles ?? []) as Role[], hasCoachProfile })
  const keptAccount = kept ? whyAccountStays(kept) : null
  const waitingDays = installation.erasureWaitingDays
  return { name, sessions, recordings, familyMembers, keptAccount, obstacle, waitingDays }
}

const alreadyRequested = 'Erasing this person has already been requested. See Users, Erasures.'

function requireName(typed: string, name: string) {
  if (typed.trim() !== name.trim())
    throw new AppError('invalid', 'This is not the name of the person.', {
      name: 'This is not the name of the person',
    })
}

/** Throws invalid for another name, conflict if it was requested already. */
export async function request(
  { db, installation }: Needs,
  actor: Actor,
  { clientId, name }: { clientId: string; name: string },
) {
  const id = newId()
  await inTransaction(db, async (tx) => {
    const person = await personToErase(tx, clientId)
    requireName(name, person.name)
    const waitingDays = installation.erasureWaitingDays
    const personId = realUserId(actor)
    if (!(await insertErasure(tx, { id, clientId, personId, waitingDays })))
      throw new AppError('conflict', alreadyRequested)
    await auditErasure(tx, actor, 'erasure-requested', { id, clientId })
  })
  return erasureRow(db, realUserId(actor), id)
}

/**
 * Starts the erasure. Throws conflict if it is not waiting, or if the administrator who requested it confirms it before the
 * waiting time is over.
 */
export async function confirm({ db, queue }: Needs, actor: Actor, id: string, name: string) {
  await inTransaction(db, async (tx) => {
    const { status, clientId, requestedBy, isOwnConfirmationAllowed } = await lockErasure(tx, id)
    if (status !== 'waiting' || clientId === null)
      throw new AppError('conflict', 'This erasure is not waiting for a confirmation.')
    const person = await personToErase(tx, clientId)
    requireName(name, person.name)
    if (requestedBy === realUserId(actor) && !isOwnConfirmationAllowed)
      throw new AppError(
        'conflict',
        'You requested this erasure. Another administrator must confirm it, or you can after the waiting time.',
      )
    await startErasure(tx, queue, id, realUserId(actor))
    await auditErasure(tx, actor, 'erasure-confirmed', { id, clientId })
  })
  return erasureRow(db, realUserId(actor), id)
}

/** Throws conflict once it has begun. */
export async function cancel({ db }: Needs, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { status, clientId } = await lockErasure(tx, id)
    if (status === 'cancelled') return
    if (status !== 'waiting')
      throw new AppError('conflict', 'This erasure has begun and cannot be cancelled.')
    await setCancelled(tx, id)
    await auditErasure(tx, actor, 'erasure-cancelled', { id, clientId })
  })
  return erasureRow(db, realUserId(actor), id)
}

/** Does nothing while it is running. Throws conflict if it has ended otherwise. */
export async function retry({ db, queue }: Needs, actor: Actor, id: string) {
  await inTransaction(db, async (tx) => {
    const { status, clientId } = await lockErasure(tx, id)
    if (status === 'running') return
    if (status !== 'failed') throw new AppError('conflict', 'This erasure has not failed.')
    await restartErasure(tx, queue, id)
    await auditErasure(tx, actor, 'erasure-retried', { id, clientId })
  })
  return erasureRow(db, realUserId(actor), id)
}

/** Throws conflict before the erasure is done. */
export async function getCertificate(db: Db, id: string): Promise<Certificate> {
  const certificate = await readCertificate(db, id)
  if (!certificate) throw new AppError('conflict', 'This erasure has no certificate yet.')
  return certificate
}

const auditErasure = (
  tx: Db,
  actor: Actor,
  action: AuditAction,
  { id, clientId }: { id: string; clientId: string | null },
) =>
  audit(tx, actor, {
    ...{ action, table: 'erasure', rowId: id },
    ...(clientId !== null && { clientId }),
  })
