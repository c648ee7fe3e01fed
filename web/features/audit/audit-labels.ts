import type { AuditEntry } from '#contract/audit/audit.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'

/** 'impersonation-started' reads 'Impersonation started', 'api_token' 'API token'. */
export const formatAction = (action: string) =>
  (action.charAt(0).toUpperCase() + action.slice(1))
    .replaceAll(/[-_]/g, ' ')
    .replace(/^(?:Api|Crm)\b/, (it) => it.toUpperCase())

type Subject = Pick<
  AuditEntry,
  'tableName' | 'subjectName' | 'sessionDate' | 'isSubjectDeleted' | 'details' | 'detailNames'
>

/** What an entry is about, and the remaining facts for a second line. */
export function formatSubject(entry: Subject) {
  const { tableName, subjectName, sessionDate, isSubjectDeleted } = entry
  const kind = tableName && formatAction(tableName)
  const what = kind && isSubjectDeleted ? `${kind}, deleted` : kind
  const [first, ...rest] = [
    subjectName,
    what,
    sessionDate && formatDate(sessionDate),
    listDetails(entry)
      .map(({ name, value }) => `${name}: ${value}`)
      .join(' · '),
  ].filter(Boolean)
  return { subject: first ?? '', rest: rest.join(' · ') }
}

/** Details in words: 'coachId' reads 'Coach', 'isSuccess' 'Success', an id is the name that it belongs to. */
export const listDetails = ({
  details,
  detailNames,
}: Pick<AuditEntry, 'details' | 'detailNames'>) =>
  Object.entries(details).map(([key, value]) => ({
    name: formatAction(
      key
        .replaceAll(/^is(?=[A-Z])|Id$/g, '')
        .replaceAll(/[A-Z]/g, (it) => ` ${it.toLowerCase()}`)
        .trim(),
    ),
    value:
      detailNames[key] ??
      (key.endsWith('Id') && key in detailNames ? 'deleted' : formatValue(value)),
  }))

function formatValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? formatDateTime(String(value)) : String(value)
}

/** A deleted account has an ID but no name. */
export const formatPerson = (id: string | null, name: string | null) =>
  name ?? (id === null ? 'Not signed in' : 'Unknown user')
