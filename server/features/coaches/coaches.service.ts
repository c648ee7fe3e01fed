import type { z } from 'zod'
import {
  type coachProfile,
  type CoachStatus,
  type createCoach,
  maxStatusChanges,
  type meetingForm,
  type setCoachStatus,
} from '#contract/coaches/coaches.ts'
import { isCoach } from '#contract/roles.ts'
import { type Account, mayCoach } from '../../platform/access.ts'
import type { Deps } from '../../deps.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { notify } from '../messages/notices/notify.ts'
import { audit, auditEach } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { emptyToNull } from '../../platform/db/storable-values.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'
import { type VersionedRow, staleError } from '../../platform/db/row-version.ts'
import { requireAllowedRoom } from '../sessions/join-session.service.ts'
import {
  changeCoach,
  updateStatus,
  findChosenWithOtherStatus,
  getCoachDetail,
  getCoachRow,
  upsertProfile,
  lockCoaches,
  lockUser,
  lockUserOfCoach,
  getCoachRowWithClients,
} from './coaches.queries.ts'
import { statusChangeEntry } from './retire-coach.ts'

type Needs = Pick<Deps, 'db' | 'queue'>
type NewCoach = Omit<z.output<typeof createCoach.body>, 'assignedPatients'>
type Change = Partial<z.output<typeof coachProfile>>

/**
 * Throws not-found for an unknown user, unprocessable without the role Coach or for a status that is not possible, conflict
 * if there is a profile already.
 */
export const addCoach = (db: Db, actor: Actor, { userId, ...profile }: NewCoach) =>
  inTransaction(db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw notFound('user')()
    if (!isCoach(user))
      throw new AppError('unprocessable', 'This user does not have the role Coach.', {
        userId: 'This user does not have the role Coach.',
      })
    requireStatus(user, profile.status)
    const made = await upsertProfile(tx, { id: newId(), userId, ...emptyToNull(profile) })
    if (!made) throw new AppError('conflict', 'This user already has a coach profile.')
    await audit(tx, actor, { action: 'coach-created', table: 'coach', rowId: made.id })
    return getCoachRowWithClients(tx, made.id)
  })

/**
 * A coach who becomes inactive or goes on leave keeps the assigned clients: an administrator decides about each of them.
 * Throws stale if the profile has changed since it was read, unprocessable for a status that is not possible.
 */
export const editCoach = (deps: Needs, actor: Actor, read: VersionedRow, change: Change) =>
  inTransaction(deps.db, async (tx) => {
    const { id } = read
    const user = await lockUserOfCoach(tx, id)
    const wasUpdated = await changeCoach(tx, read, emptyToNull(change))
    const coach = await getCoachRow(tx, id)
    if (!wasUpdated) throw staleError('coach')
    if (user) requireStatus(user, change.status)
    await audit(tx, actor, {
      action: 'coach-changed',
      table: 'coach',
      rowId: id,
      details: {
        changed: Object.keys(change).join(' '),
        ...(change.status && { status: change.status }),
      },
    })
    if (change.status) await notifyOfLeave(tx, deps, actor, [id])
    return coach
  })

/** Throws invalid for a room on a host that is not allowed, not-found and stale as for the profile. */
export async function editMeeting(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  actor: Actor,
  read: VersionedRow,
  meeting: z.output<typeof meetingForm>,
) {
  requireAllowedRoom(meeting.joinAddress, installation)
  await inTransaction(db, async (tx) => {
    await getCoachDetail(tx, actor, read.id)
    if (!(await changeCoach(tx, read, emptyToNull(meeting)))) throw staleError('coach')
    await audit(tx, actor, {
      ...{ action: 'coach-changed', table: 'coach', rowId: read.id },
      details: { changed: Object.keys(meeting).join(' ') },
    })
  })
  return getCoachDetail(db, actor, read.id)
}

/** Administrators are told of those who are away with sessions ahead. */
const notifyOfLeave = async (tx: Db, deps: Needs, actor: Actor, rowIds: readonly string[]) =>
  notify(tx, deps, {
    ...{ kind: 'coachOnLeave', userIds: await listAdministrators(tx) },
    ...{ by: actor.userId, rowIds },
  })

/** Users without an active account or the role Coach can only be inactive. */
function requireStatus(user: Account, status: CoachStatus | undefined) {
  if (status === undefined || status === 'inactive' || mayCoach(user)) return
  const sentence = isCoach(user)
    ? 'The account of this coach is deactivated. Please reactivate it under Users first.'
    : 'This user no longer has the role Coach. Please add it under Users first.'
  throw new AppError('unprocessable', sentence, { status: sentence })
}

/** Coaches locked in one transaction. */
const batchSize = 1000

/**
 * Skips and counts coaches for whom the status is not possible. Throws unprocessable for too many coaches.
 */
export async function setStatusOfCoaches(
  deps: Needs,
  actor: Actor,
  { status, coaches }: z.output<typeof setCoachStatus.body>,
) {
  const { db } = deps
  const ids = await findChosenWithOtherStatus(db, coaches, status, maxStatusChanges + 1)
  if (ids.length > maxStatusChanges)
    throw new AppError(
      'unprocessable',
      `At most ${maxStatusChanges.toLocaleString('en-US')} coaches can be changed at once. Use filters to select fewer.`,
    )
  const sum = { changed: 0, skipped: 0 }
  for (let start = 0; start < ids.length; start += batchSize) {
    const { changed, skipped } = await inTransaction(db, async (tx) => {
      const held = await lockCoaches(tx, ids.slice(start, start + batchSize))
      const others = held.filter((it) => it.status !== status)
      const may = others.filter((it) => status === 'inactive' || mayCoach(it)).map(({ id }) => id)
      await updateStatus(tx, may, status)
      await auditEach(tx, actor, may, (rowId) => statusChangeEntry(rowId, status))
      await notifyOfLeave(tx, deps, actor, may)
      return { changed: may.length, skipped: others.length - may.length }
    })
    sum.changed += changed
    sum.skipped += skipped
  }
  return sum
}
