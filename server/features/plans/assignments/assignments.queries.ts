import { type Insertable, sql, type Updateable } from 'kysely'
import type { Assignment } from '#contract/plans/assignments.ts'
import { mayChangeClient, mayReadClient } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'
import type { Assignment as AssignmentRow } from '../../../platform/db/schema.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** Anyone but the client and the guardian is staff. */
const completedBy = sql<
  Assignment['completedBy']
>`case when completer.id is not null then jsonb_build_object(
  'name', completer.name,
  'isStaff', completer.id is distinct from client.user_id and completer.id is distinct from guardian.user_id
) end`

export const listAssignments = (db: Db, clientId: string): Promise<Assignment[]> =>
  db
    .selectFrom('assignment')
    .innerJoin('client', 'client.id', 'assignment.clientId')
    .innerJoin(
      'assignmentDefinition',
      'assignmentDefinition.id',
      'assignment.assignmentDefinitionId',
    )
    .leftJoin('client as guardian', 'guardian.id', 'client.guardianId')
    .leftJoin('user as completer', 'completer.id', 'assignment.completedBy')
    .select([
      'assignment.id',
      'assignment.weekNumber',
      'assignment.assignmentDefinitionId as assignmentTypeId',
      'assignmentDefinition.name as assignmentTypeName',
      'assignment.dueDate',
      'assignment.note',
      'assignment.sessionId',
      'assignment.seriesId',
      'assignment.completedAt',
      sql<string | null>`case when completed_at is not null then completion_note end`.as(
        'completionNote',
      ),
      completedBy.as('completedBy'),
      'assignment.version',
    ])
    .where('assignment.clientId', '=', clientId)
    .where('assignmentDefinition.deletionId', 'is', null)
    .orderBy('assignmentDefinition.displayOrder')
    .orderBy('assignmentDefinition.id')
    .orderBy('assignment.weekNumber')
    .orderBy('assignment.dueDate')
    .orderBy('assignment.id')
    .execute()

export async function countAssignments(db: Db, clientId: string) {
  const { count } = await db
    .selectFrom('assignment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if there is none, or it is being deleted. */
export const lockAssignmentDefinition = (tx: Db, id: string) =>
  tx
    .selectFrom('assignmentDefinition')
    .select('id')
    .where('id', '=', id)
    .where('deletionId', 'is', null)
    .forKeyShare()
    .executeTakeFirst()

export const lockClientSession = (tx: Db, clientId: string, id: string) =>
  tx
    .selectFrom('session')
    .select('sessionDate')
    .where('id', '=', id)
    .where('clientId', '=', clientId)
    .forKeyShare()
    .executeTakeFirst()

/** Throws not-found for an assignment that the actor may not complete. */
export const lockReadableAssignment = (tx: Db, actor: Actor, id: string) =>
  assignmentById(tx, id)
    .leftJoin('client as guardian', 'guardian.id', 'client.guardianId')
    .select([
      'assignment.completionNote',
      sql<boolean>`coalesce(${actor.userId}::uuid in (client.user_id, guardian.user_id), false)`.as(
        'isOwn',
      ),
    ])
    .where((eb) => mayReadClient(actor)(eb as never))
    .forUpdate('assignment')
    .executeTakeFirstOrThrow(notFound('assignment'))

export const lockChangeableAssignment = (tx: Db, actor: Actor, id: string) =>
  changeable(tx, actor, id).forUpdate('assignment').executeTakeFirstOrThrow(notFound('assignment'))

/** Throws not-found for an assignment that the actor may not change. */
export const requireAssignmentChange = (db: Db, actor: Actor, id: string) =>
  changeable(db, actor, id).executeTakeFirstOrThrow(notFound('assignment'))

const changeable = (db: Db, actor: Actor, id: string) =>
  assignmentById(db, id).where((eb) => mayChangeClient(actor)(eb as never))

const assignmentById = (db: Db, id: string) =>
  db
    .selectFrom('assignment')
    .innerJoin('client', 'client.id', 'assignment.clientId')
    .select([
      'assignment.id',
      'assignment.clientId',
      'assignment.seriesId',
      'assignment.dueDate',
      'assignment.completedAt',
      'client.createdAt as planBegan',
    ])
    .where('assignment.id', '=', id)

/** Locks those of a series that are due after a day. */
export const lockLaterInSeries = (tx: Db, seriesId: string, after: string) =>
  tx
    .selectFrom('assignment')
    .select(['id', 'completedAt'])
    .where('seriesId', '=', seriesId)
    .where('dueDate', '>', after)
    .orderBy('id')
    .forUpdate()
    .execute()

export const insertAssignments = (tx: Db, rows: Insertable<AssignmentRow>[]) =>
  tx.insertInto('assignment').values(rows).execute()

/** False if the version has changed. */
export const updateAssignmentRow = (
  tx: Db,
  read: VersionedRow,
  change: Updateable<AssignmentRow>,
) => wasUpdated(tx.updateTable('assignment').set(change).where(matchesVersion(read, change)))

/** Completing again keeps time and person, and may change the note. */
export const markCompleted = (
  tx: Db,
  id: string,
  userId: string,
  note: string | null | undefined,
) =>
  tx
    .updateTable('assignment')
    .set({
      completedAt: sql<string>`coalesce(completed_at, now())`,
      completedBy: sql<string>`case when completed_at is null then ${userId}::uuid else completed_by end`,
      ...(note !== undefined && { completionNote: note }),
    })
    .where('id', '=', id)
    .execute()

/** Keeps the note for completing it again. */
export const markOpen = (tx: Db, id: string) =>
  tx
    .updateTable('assignment')
    .set({ completedAt: null, completedBy: null })
    .where('id', '=', id)
    .execute()

export const deleteAssignmentRows = (tx: Db, ids: string[]) =>
  tx.deleteFrom('assignment').where('id', 'in', ids).execute()
