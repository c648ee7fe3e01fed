import type { z } from 'zod'
import type { coachProfile, createCoach, setCoachStatus } from '#contract/coaches.ts'
import { isCoach } from '#contract/roles.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, notFound } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { newId } from '../ids.ts'
import { type RowRead, stale } from '../db/row-version.ts'
import {
  changeCoach,
  changeStatus,
  coachRow,
  fillCoach,
  holdUser,
  wholeCoachRow,
} from './coaches.queries.ts'

type NewCoach = Omit<z.output<typeof createCoach.body>, 'assignedPatients'>
type Change = Partial<z.output<typeof coachProfile>>

/** Throws not-found for an unknown user, unprocessable for one who is no coach, conflict where a profile was filled in. */
export const makeCoach = (db: Db, actor: Actor, { userId, ...profile }: NewCoach) =>
  inTransaction(db, async (tx) => {
    const user = await holdUser(tx, userId)
    if (!user) throw notFound('user')()
    if (!isCoach(user))
      throw new AppError('unprocessable', 'This user does not have the role Coach.', {
        userId: 'does not have the role Coach',
      })
    const made = await fillCoach(tx, { id: newId(), userId, ...profile })
    if (!made) throw new AppError('conflict', 'This user has a coach profile already.')
    await audit(tx, actor, { action: 'coach-created', table: 'coach', rowId: made.id })
    return wholeCoachRow(tx, made.id)
  })

/**
 * Whoever becomes inactive or goes on leave keeps the assigned clients: somebody has to decide about each of them.
 * Throws stale where somebody else changed the profile since it was read.
 */
export const editCoach = (db: Db, actor: Actor, read: RowRead, change: Change) =>
  inTransaction(db, async (tx) => {
    const { id } = read
    const isKept = await changeCoach(tx, read, change)
    const coach = await coachRow(tx, id)
    if (!isKept) throw stale('coach')
    await audit(tx, actor, {
      action: 'coach-changed',
      table: 'coach',
      rowId: id,
      details: {
        changed: Object.keys(change).join(' '),
        ...(change.status && { status: change.status }),
      },
    })
    return coach
  })

export const setStatus = (
  db: Db,
  actor: Actor,
  { status, coaches }: z.output<typeof setCoachStatus.body>,
) =>
  inTransaction(db, async (tx) => {
    const changed = await changeStatus(tx, status, coaches)
    await audit(tx, actor, {
      action: 'coach-status-changed',
      table: 'coach',
      details: { status, changed },
    })
    return { changed }
  })
