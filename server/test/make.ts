import { hash } from '@node-rs/argon2'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../platform/db/db.ts'
import type {
  AuditEntry,
  Client,
  DB,
  MetricDefinition,
  Recording,
  Session,
} from '../platform/db/schema.ts'
import { grantAllConsents } from '../features/consents/consents.queries.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'

type TableWithId = {
  [T in keyof DB]: Selectable<DB[T]> extends { id: string } ? T : never
}[keyof DB]

/** Inserts a row with a new id, and returns the id. */
export async function makeRow<T extends TableWithId>(
  db: Db,
  table: T,
  values: Omit<Insertable<DB[T]>, 'id'> & { id?: string },
) {
  const id = values.id ?? newId()
  await db
    .insertInto(table)
    .values({ ...values, id } as never)
    .execute()
  return id
}

export const updateRow = <T extends TableWithId>(
  db: Db,
  table: T,
  id: string,
  values: Updateable<DB[T]>,
) =>
  db
    .updateTable(table as TableWithId)
    .set(values as object)
    .where('id', '=', id)
    .execute()

export const getRow = <T extends TableWithId>(db: Db, table: T, id: string) =>
  db
    .selectFrom(table as TableWithId)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow() as unknown as Promise<Selectable<DB[T]>>

type AuditColumn = keyof Selectable<AuditEntry>

/** Audit entries with these values, oldest first. */
export async function auditEntries<C extends AuditColumn = AuditColumn>(
  db: Db,
  where: { rowId?: string; clientId?: string; action?: string },
  columns?: readonly C[],
) {
  let query = db.selectFrom('auditEntry').selectAll()
  for (const [column, value] of Object.entries(where))
    query = query.where(column as keyof typeof where, '=', value)
  const rows = await query.orderBy('id').execute()
  const pick = (row: Selectable<AuditEntry>) =>
    columns ? Object.fromEntries(columns.map((column) => [column, row[column]])) : row
  return rows.map(pick) as Pick<Selectable<AuditEntry>, C>[]
}

/** The local storage integration, which every installation has. */
export const localDiskId = '01930000-0000-7000-8000-000000000001'

export const password = 'wellbeing-demo'
/** Hash parameters for test passwords: about a hundred times faster than in production. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }
let hashed: Promise<string> | undefined
const hashedPassword = () => (hashed ??= hash(password, cheap))

export async function makeUser(
  db: Db,
  {
    email,
    roles,
    organizationId = null,
  }: { email: string; roles: Role[]; organizationId?: string | null },
) {
  const id = newId()
  const [firstName = '', lastName = ''] = email.split('@')[0]?.split('.') ?? []
  await db
    .insertInto('user')
    .values({
      id,
      email,
      firstName,
      lastName,
      roles,
      organizationId,
      passwordHash: await hashedPassword(),
      // Of clients nobody knows it: they registered themselves.
      emailProvenAt: roles.includes('client_user') ? null : new Date().toISOString(),
    })
    .execute()
  return id
}

/** With consent to everything. */
export async function makeClient(db: Db, values: Partial<Insertable<Client>> = {}) {
  const id = newId()
  const userId =
    values.userId ??
    (await makeUser(db, { email: `client.${id}@example.com`, roles: ['client_user'] }))
  await db
    .insertInto('client')
    .values({ createdAt: daysFromNow(-30), ...values, id, userId })
    .execute()
  await grantAllConsents(db, [id])
  return id
}

export async function makeSession(
  db: Db,
  values: Partial<Insertable<Session>> & { clientId: string; sessionDefinitionId: string },
) {
  const id = newId()
  await db
    .insertInto('session')
    .values({ sessionDate: daysFromNow(-1), ...values, id })
    .execute()
  return id
}

/** A recording row whose file is never read; see make-recording.ts for one with a file. */
export async function makeRecordingRow(
  db: Db,
  sessionId: string,
  { id = newId(), ...values }: Partial<Insertable<Recording>> = {},
) {
  await db
    .insertInto('recording')
    .values({
      ...{ id, sessionId, integrationId: localDiskId, storageKey: id, fileName: 'monday.mp4' },
      ...{ contentType: 'video/mp4', sizeBytes: 11, duration: 12, isPlayable: true, ...values },
    })
    .execute()
  return id
}

export async function makeMetricCategory(db: Db, name = 'Wellbeing') {
  const id = newId()
  await db.insertInto('metricCategory').values({ id, name, displayOrder: 1 }).execute()
  return id
}

/** A metric, by default in a category of its own and labeled with its key. */
export async function makeMetric(
  db: Db,
  { key, ...values }: Partial<Insertable<MetricDefinition>> & { key: string },
) {
  const id = newId()
  const categoryId = values.categoryId ?? (await makeMetricCategory(db))
  await db
    .insertInto('metricDefinition')
    .values({ label: key, categoryPosition: 1, ...values, key, id, categoryId })
    .execute()
  return id
}

export async function makeAssignmentType(db: Db, name = 'Sleep diary', displayOrder = 1) {
  const id = newId()
  await db.insertInto('assignmentDefinition').values({ id, name, displayOrder }).execute()
  return id
}

/** A burnout assessment that an analysis found in a session, as the current one of its week. */
export async function makeFoundRisk(
  db: Db,
  { clientId, sessionId }: { clientId: string; sessionId: string },
) {
  const analysisValueId = newId()
  await db
    .insertInto('analysisValue')
    .values({
      ...{ id: analysisValueId, sessionId, templateType: 'burnout_assessment', key: 'risk_score' },
      ...{ conversationVersion: 1, machineValue: 72 },
    })
    .execute()
  await db
    .insertInto('burnoutAssessment')
    .values({
      ...{ id: newId(), clientId, sessionId, weekNumber: 1, riskScore: 72, source: 'model' },
      analysisValueId,
    })
    .execute()
}

export const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()

/** One user per role, a coach with one client, a coach without clients, and a session type. */
export async function makePeople(db: Db) {
  const organizationId = newId()
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: 'Nordlys Design', inviteToken: 'x'.repeat(43) })
    .execute()
  const coachUserId = await makeUser(db, { email: 'anna.coach@example.com', roles: ['coach_user'] })
  const otherCoachUserId = await makeUser(db, {
    email: 'bo.coach@example.com',
    roles: ['coach_user'],
  })
  const clientUserId = await makeUser(db, {
    email: 'clara.client@example.com',
    roles: ['client_user'],
    organizationId,
  })
  const coachId = newId()
  const otherCoachId = newId()
  await db
    .insertInto('coach')
    .values([
      { id: coachId, userId: coachUserId },
      { id: otherCoachId, userId: otherCoachUserId },
    ])
    .execute()
  const clientId = await makeClient(db, { userId: clientUserId, coachId, organizationId })
  const sessionDefinitionId = newId()
  await db
    .insertInto('sessionDefinition')
    .values({ id: sessionDefinitionId, name: 'Weekly coaching', displayOrder: 1 })
    .execute()
  return {
    organizationId,
    coachUserId,
    coachId,
    otherCoachUserId,
    otherCoachId,
    clientUserId,
    clientId,
    sessionDefinitionId,
    systemUserId: await makeUser(db, { email: 'sys.admin@example.com', roles: ['system_admin'] }),
    adminUserId: await makeUser(db, { email: 'may.admin@example.com', roles: ['maylab_admin'] }),
    orgUserId: await makeUser(db, {
      email: 'olga.org@example.com',
      roles: ['org_user'],
      organizationId,
    }),
    emails: {
      system: 'sys.admin@example.com',
      admin: 'may.admin@example.com',
      coach: 'anna.coach@example.com',
      otherCoach: 'bo.coach@example.com',
      org: 'olga.org@example.com',
      client: 'clara.client@example.com',
    },
  }
}

/** Makes an integration the active storage. */
export const activateStorage = (db: Db, id: string) =>
  inTransaction(db, async (tx) => {
    const storages = tx.updateTable('integration').where('type', '=', 'video_storage')
    await storages.set({ isActive: false }).execute()
    await storages.set({ isActive: true }).where('id', '=', id).execute()
  })
