import type { AuditEntry } from '#contract/audit.ts'

/** 'impersonation-started' reads 'Impersonation started'. */
export const actionInWords = (action: string) =>
  action.charAt(0).toUpperCase() + action.slice(1).replaceAll('-', ' ')

/** What else the log kept, in one line: 'roles: coach_user · isActive: false'. */
export const detailsInWords = (details: AuditEntry['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')

/** Who acted; nobody for what no signed-in person did. Somebody whose account is gone has only an id. */
export const personInWords = (id: string | null, name: string | null) =>
  name ?? (id === null ? 'Nobody signed in' : 'Unknown user')
