import { sql } from 'kysely'
import { grantAllConsents } from '../features/consents/consents.queries.ts'
import { shippedInstruments } from '../features/questionnaires/data/read-instruments.ts'
import { ensureInstrumentVersion } from '../features/questionnaires/questionnaires.queries.ts'
import { newId } from '../platform/ids.ts'
import { makeRow, makeSession } from './make.ts'
import type { testApp } from './test-app.ts'

/** Rows of organizations with employees, for their figures. */
export function makeEmployees({ db, sessionDefinitionId }: Awaited<ReturnType<typeof testApp>>) {
  /** Employees who have never signed in, with consent to be counted. */
  async function register(organizationId: string, count: number) {
    const users = Array.from({ length: count }, () => {
      const id = newId()
      const name = { email: `${id}@example.com`, firstName: 'Some', lastName: 'Body' }
      return { id, ...name, passwordHash: 'none', roles: ['client_user'], organizationId }
    })
    const clients = users.map(({ id: userId }) => ({ id: newId(), userId, organizationId }))
    await db.insertInto('user').values(users).execute()
    await db.insertInto('client').values(clients).execute()
    const ids = clients.map(({ id }) => id)
    await grantAllConsents(db, ids)
    return ids
  }
  const meet = (clientId: string, sessionDate: string, values = {}) =>
    makeSession(db, { clientId, sessionDefinitionId, sessionDate, ...values })

  return {
    ...{ register, meet },
    makeOrganization: (eligibleHeadcount = 60) => {
      const inviteToken = newId()
      return makeRow(db, 'organization', {
        ...{ name: `Organization ${inviteToken}`, inviteToken, eligibleHeadcount },
        ...{ monthlyPricePerEmployee: 200, pricePerSession: 325 },
      })
    },
    /** Employees who have had their first session. */
    enroll: async (organizationId: string, count: number) => {
      const clients = await register(organizationId, count)
      await Promise.all(clients.map((clientId) => meet(clientId, '2020-01-06T10:00:00Z')))
      return clients
    },
    assess: (
      clientId: string,
      riskScore: number,
      createdAt: string,
      { weekNumber = 1, source = 'person' } = {},
    ) => makeRow(db, 'burnoutAssessment', { clientId, weekNumber, riskScore, createdAt, source }),
    /** A completed questionnaire. */
    score: async (clientId: string, key: string, score: number, completedAt: string) => {
      const instrument = shippedInstruments().get(key)
      if (!instrument) throw new Error(`There is no instrument ${key}`)
      const instrumentVersionId = await ensureInstrumentVersion(db, instrument)
      const values = { clientId, instrumentVersionId, score, completedAt, weekNumber: 1 }
      return makeRow(db, 'questionnaire', values)
    },
    /** Simulates that the published figures are from the day before. */
    nextDay: (organizationId: string) =>
      db
        .updateTable('edition')
        .set({ madeAt: sql`made_at - interval '1 day'` })
        .where('organizationId', '=', organizationId)
        .execute(),
  }
}
