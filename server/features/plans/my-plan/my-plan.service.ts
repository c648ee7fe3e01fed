import { sql } from 'kysely'
import { calendarDay } from '#contract/rules/calendar.ts'
import type { CountryHelp } from '#contract/questionnaires/help-lines.ts'
import type { DataReader, listMyDataReaders } from '#contract/plans/my-plan.ts'
import { isAdmin, isClient, isCoach, type Role } from '#contract/roles.ts'
import type { Deps } from '../../../deps.ts'
import type { List } from '../../../platform/lists/list.ts'
import { describeAction } from './describe-action.ts'
import { listEntries, listPlans } from './my-plan.queries.ts'

export type MyPlanNeeds = Pick<Deps, 'db' | 'installation'> & { helpLines: readonly CountryHelp[] }

export const listMyPlans = ({ db, installation, helpLines }: MyPlanNeeds, userId: string) =>
  listPlans(db, userId, { today: calendarDay(new Date(), installation.timeZone), helpLines })

export const dataReaders = (userId: string): List<typeof listMyDataReaders> => ({
  table: 'auditEntry',
  sorts: { time: { by: sql`audit_entry.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: { clientId: (it) => sql`audit_entry.client_id = ${it}` },
  rows: async (db, ids) => (await listEntries(db, ids)).map((it) => toReader(it, userId)),
})

type Entry = Awaited<ReturnType<typeof listEntries>>[number]

function toReader(
  { id, at, action, type, isByLink, whose, sessionDate, ...of }: Entry,
  userId: string,
): DataReader {
  const what = describeAction(action, type) + (isByLink ? ' using a link' : '')
  const about = { id, at, what, sessionDate, whose }
  if (of.userId === null) return { ...about, ...(isByLink ? linkHolder : application) }
  const isImpersonated = of.originalUserId !== null
  return {
    ...about,
    who: (isImpersonated ? of.originalName : of.readerName) ?? 'Someone',
    role: pickRole(isImpersonated ? of.originalRoles : of.readerRoles),
    signedInAs: isImpersonated ? (of.userId === userId ? 'you' : of.readerName) : null,
  }
}

const linkHolder = { who: 'Someone', role: 'Not signed in', signedInAs: null } as const
const application = { who: 'This application', role: 'By itself', signedInAs: null } as const

function pickRole(roles: readonly Role[] | null): DataReader['role'] {
  if (!roles) return 'Unknown'
  if (isAdmin({ roles })) return 'Administrator'
  if (isCoach({ roles })) return 'Coach'
  return isClient({ roles }) ? 'Client' : 'Unknown'
}
