import type { z } from 'zod'
import { type assignCoachToMany, maxAssignedClients } from '#contract/clients/clients.ts'
import { mayCoach } from '../../../platform/access.ts'
import { auditEach } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { notify } from '../../messages/notices/notify.ts'
import { notifyOfSchedule } from '../../sessions/notify-of-schedule.ts'
import {
  findChosenWithOtherCoach,
  getClientRow,
  listFollowersAndCoaches,
  listSessionsAhead,
  lockClients,
  lockCoach,
  setCoach,
} from './assign-coach.queries.ts'

/**
 * Assigns a coach, or none; the last change wins and returns the previous coach. Throws unprocessable for an unknown or
 * inactive coach, not-found for an unknown client.
 */
export const assignCoachToClient = (
  deps: Needs,
  actor: Actor,
  id: string,
  coachId: string | null,
) =>
  inTransaction(deps.db, async (tx) => {
    if (coachId !== null) await requireActiveCoach(tx, coachId)
    const [before] = await lockClients(tx, [id])
    if (!before) throw notFound('client')()
    if (before.coachId !== coachId) await assign(tx, deps, actor, [id], coachId)
    return { ...(await getClientRow(tx, id)), previousCoachName: before.coachName }
  })

type Needs = Pick<Deps, 'db' | 'queue'>

/** Clients locked in one transaction. */
const batchSize = 1000

/** Skips clients who already have this coach. Throws unprocessable for too many clients. */
export async function assignCoachToClients(
  deps: Needs,
  actor: Actor,
  { coachId, clients }: z.output<typeof assignCoachToMany.body>,
) {
  const { db } = deps
  if (coachId !== null) await inTransaction(db, (tx) => requireActiveCoach(tx, coachId))
  const ids = await findChosenWithOtherCoach(db, clients, coachId, maxAssignedClients + 1)
  if (ids.length > maxAssignedClients)
    throw new AppError(
      'unprocessable',
      `At most ${maxAssignedClients.toLocaleString('en-US')} clients can be assigned at once. Use filters to select fewer.`,
    )
  let changed = 0
  for (let start = 0; start < ids.length; start += batchSize)
    changed += await inTransaction(db, async (tx) => {
      if (coachId !== null) await requireActiveCoach(tx, coachId)
      const held = await lockClients(tx, ids.slice(start, start + batchSize))
      const others = held.filter((it) => it.coachId !== coachId).map(({ id }) => id)
      await assign(tx, deps, actor, others, coachId)
      return others.length
    })
  return { changed }
}

async function assign(
  tx: Db,
  deps: Needs,
  actor: Actor,
  ids: readonly string[],
  coachId: string | null,
) {
  await setCoach(tx, ids, coachId)
  await auditEach(tx, actor, ids, (id) => ({
    action: 'coach-assigned',
    table: 'client',
    rowId: id,
    clientId: id,
    details: { coachId: coachId ?? 'none' },
  }))
  await notifyOfCoach(tx, deps, actor, ids)
  await notifyOfSchedule(tx, deps, { ids: await listSessionsAhead(tx, ids), by: actor.userId })
}

async function notifyOfCoach(tx: Db, deps: Needs, { userId: by }: Actor, ids: readonly string[]) {
  const clients = await listFollowersAndCoaches(tx, ids)
  for (const { id: rowId, followerId: userId } of clients)
    await notify(tx, deps, { kind: 'coachAssigned', userId, by, rowId })
  for (const [userId, its] of Map.groupBy(clients, (it) => it.coachUserId))
    await notify(tx, deps, { kind: 'newClient', userId, by, rowIds: its.map(({ id }) => id) })
}

/** Throws unprocessable for a coach who is inactive or on leave, or whose account is deactivated or lost the role. */
async function requireActiveCoach(tx: Db, id: string) {
  const coach = await lockCoach(tx, id)
  const refuse = (sentence: string) => {
    throw new AppError('unprocessable', sentence, { coachId: sentence })
  }
  if (!coach) return refuse('This coach no longer exists.')
  if (coach.status !== 'active' || !mayCoach(coach))
    refuse(`${coach.name} is not active. Please choose another coach.`)
}
