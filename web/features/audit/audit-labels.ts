import type { AuditEntry } from '#contract/audit.ts'
import { formatDate } from '#web/lib/dates.ts'

/** 'impersonation-started' reads 'Impersonation started', 'api_token' 'API token'. */
export const formatAction = (action: string) =>
  (action.charAt(0).toUpperCase() + action.slice(1))
    .replaceAll(/[-_]/g, ' ')
    .replace(/^(?:Api|Crm)\b/, (it) => it.toUpperCase())

type Subject = Pick<
  AuditEntry,
  'tableName' | 'subjectName' | 'sessionDate' | 'isSubjectDeleted' | 'details'
>

/** What an entry is about, and the remaining facts for a second line. */
export function formatSubject(entry: Subject) {
  const { tableName, subjectName, sessionDate, isSubjectDeleted, details } = entry
  const kind = tableName && formatAction(tableName)
  const what = kind && isSubjectDeleted ? `${kind}, deleted` : kind
  const [first, ...rest] = [
    subjectName,
    what,
    sessionDate && formatDate(sessionDate),
    formatDetails(details),
  ].filter(Boolean)
  return { subject: first ?? '', rest: rest.join(' · ') }
}

/** 'roles: coach_user · isActive: false' */
export const formatDetails = (details: AuditEntry['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')

/** A deleted account has an ID but no name. */
export const formatPerson = (id: string | null, name: string | null) =>
  name ?? (id === null ? 'Not signed in' : 'Unknown user')
