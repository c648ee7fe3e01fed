import type { z } from 'zod'
import {
  type assignmentForm,
  type deleteAssignments,
  type createAssignments,
  maxAssignments,
  weeklyFrom,
} from '#contract/plans/assignment-changes.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import {
  dueDateError,
  type PlanCalendar,
  weekNumberAt,
  weekNumberOn,
} from '#contract/rules/weeks.ts'
import { requireClientChange } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import { type VersionedRow, staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import { findCoachUser, findFollower } from '../../clients/find-follower.ts'
import { notify } from '../../messages/notices/notify.ts'
import {
  countAssignments,
  listAssignments,
  markCompleted,
  insertAssignments,
  updateAssignmentRow,
  lockAssignmentDefinition,
  lockChangeableAssignment,
  lockLaterInSeries,
  lockReadableAssignment,
  lockClientSession,
  deleteAssignmentRows,
  requireAssignmentChange,
  markOpen,
} from './assignments.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>
type Given = ParsedInput<typeof createAssignments>['body']
type Change = Partial<z.output<typeof assignmentForm>>

/**
 * Creates a home assignment, or a weekly series. Each belongs to the week of its due date; without one, to that of its
 * session or the current week.
 */
export async function addAssignments(
  { db, queue, installation: { timeZone } }: Needs,
  actor: Actor,
  clientId: string,
  { assignmentDefinitionId, dueDate, note, repeatWeeks, sessionId }: Given,
) {
  const { createdAt } = await requireClientChange(db, actor, clientId)
  const plan = { createdAt, timeZone }
  return inTransaction(db, async (tx) => {
    await createOnce(tx, actor, async (id) => {
      if (!dueDate && repeatWeeks > 1) throw dueDateInvalid('A weekly series needs a due date.')
      const days = dueDate ? weeklyFrom(dueDate, repeatWeeks) : [null]
      for (const day of days) requireValidDueDate(day, plan)
      const seriesId = days.length > 1 ? newId() : null
      // Serializes the count with concurrent inserts.
      await lockUntilCommit(tx, `assignments ${clientId}`)
      await requireType(tx, assignmentDefinitionId)
      const session = sessionId ? await lockClientSession(tx, clientId, sessionId) : undefined
      if (sessionId && !session)
        throw new AppError('unprocessable', 'This session is not part of this plan.', {
          sessionId: 'This session is not part of this plan.',
        })
      if ((await countAssignments(tx, clientId)) + days.length > maxAssignments)
        throw new AppError(
          'conflict',
          `A plan can have at most ${maxAssignments} home assignments.`,
        )
      const from = session ? new Date(session.sessionDate) : new Date()
      const rows = days.map((day, index) => ({
        id: index ? newId() : id,
        clientId,
        assignmentDefinitionId,
        sessionId,
        seriesId,
        dueDate: day,
        weekNumber: day ? weekNumberOn(day, plan) : weekNumberAt(from, plan),
        note: note || null,
      }))
      await insertAssignments(tx, rows)
      await log(tx, actor, 'assignment-created', id, clientId, { count: rows.length })
      await notify(
        tx,
        { queue },
        {
          ...{ kind: 'assignmentGiven', userId: await findFollower(tx, clientId) },
          ...{ by: actor.userId, rowId: id },
        },
      )
    })
    return listAssignments(tx, clientId)
  })
}

/** Throws stale after a concurrent change. */
export const changeAssignment = (
  { db, installation: { timeZone } }: Needs,
  actor: Actor,
  read: VersionedRow,
  { note, dueDate, assignmentDefinitionId }: Change,
) =>
  inTransaction(db, async (tx) => {
    if (assignmentDefinitionId) {
      await requireAssignmentChange(tx, actor, read.id)
      await requireType(tx, assignmentDefinitionId)
    }
    const { clientId, planBegan } = await lockChangeableAssignment(tx, actor, read.id)
    const plan = { createdAt: planBegan, timeZone }
    requireValidDueDate(dueDate, plan)
    const kept = await updateAssignmentRow(tx, read, {
      ...(assignmentDefinitionId && { assignmentDefinitionId }),
      ...(dueDate !== undefined && { dueDate }),
      ...(dueDate && { weekNumber: weekNumberOn(dueDate, plan) }),
      ...(note !== undefined && { note: note || null }),
    })
    if (!kept) throw staleError('home assignment')
    await log(tx, actor, 'assignment-changed', read.id, clientId)
    return listAssignments(tx, clientId)
  })

type Scope = ParsedInput<typeof deleteAssignments>['query']

/**
 * Deletes an assignment, or it and the later ones of its series. Throws conflict if more than the confirmed number of them
 * are completed.
 */
export const removeAssignments = (
  { db }: Needs,
  actor: Actor,
  id: string,
  { scope, completed }: Scope,
) =>
  inTransaction(db, async (tx) => {
    const one = await lockChangeableAssignment(tx, actor, id)
    const later =
      scope === 'rest' && one.seriesId && one.dueDate
        ? await lockLaterInSeries(tx, one.seriesId, one.dueDate)
        : []
    const all = [one, ...later]
    const done = all.filter(({ completedAt }) => completedAt !== null).length
    if (done > completed)
      throw new AppError(
        'conflict',
        done === 1
          ? 'One of these is completed. Nothing was deleted; please confirm again.'
          : `${done} of these are completed. Nothing was deleted; please confirm again.`,
      )
    await deleteAssignmentRows(
      tx,
      all.map((it) => it.id),
    )
    await log(tx, actor, 'assignment-deleted', id, one.clientId, {
      count: all.length,
      completed: done,
    })
    return listAssignments(tx, one.clientId)
  })

/**
 * Everyone who may read the plan may complete it. Only the client or guardian writes the note: throws not-allowed for
 * staff.
 */
export const setCompletion = (
  { db, queue }: Needs,
  actor: Actor,
  id: string,
  { isCompleted, note }: { isCompleted: boolean; note?: string | undefined },
) =>
  inTransaction(db, async (tx) => {
    const { clientId, completedAt, completionNote, isOwn } = await lockReadableAssignment(
      tx,
      actor,
      id,
    )
    const isNoted = isCompleted && note !== undefined && note !== (completionNote ?? '')
    if (isNoted && !isOwn)
      throw new AppError('not-allowed', 'Only the client can write the note to the coach.')
    if (isCompleted) await markCompleted(tx, id, actor.userId, isNoted ? note || null : undefined)
    else if (completedAt !== null) await markOpen(tx, id)
    if (isCompleted !== (completedAt !== null))
      await log(
        tx,
        actor,
        isCompleted ? 'assignment-completed' : 'assignment-reopened',
        id,
        clientId,
      )
    else if (isNoted) await log(tx, actor, 'assignment-noted', id, clientId)
    if (isCompleted && completedAt === null)
      await notify(
        tx,
        { queue },
        {
          ...{ kind: 'assignmentCompleted', userId: await findCoachUser(tx, clientId) },
          ...{ by: actor.userId, rowId: id },
        },
      )
    return listAssignments(tx, clientId)
  })

async function requireType(tx: Db, id: string) {
  if (await lockAssignmentDefinition(tx, id)) return
  throw new AppError('unprocessable', 'This assignment type no longer exists.', {
    assignmentDefinitionId: 'Assignment type is required',
  })
}

function requireValidDueDate(day: string | null | undefined, plan: PlanCalendar) {
  const fault = day && dueDateError(day, new Date(), plan)
  if (fault) throw dueDateInvalid(fault)
}
const dueDateInvalid = (fault: string) => new AppError('invalid', fault, { dueDate: fault })

type Action = Extract<Parameters<typeof audit>[2]['action'], `assignment-${string}`>
const log = (
  tx: Db,
  actor: Actor,
  action: Action,
  rowId: string,
  clientId: string,
  details: Record<string, number> = {},
) => audit(tx, actor, { action, table: 'assignment', rowId, clientId, details })
