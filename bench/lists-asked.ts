import { listAuditEntries } from '#contract/audit/audit.ts'
import { countClients, listClients } from '#contract/clients/clients.ts'
import { listCoaches } from '#contract/coaches/coaches.ts'
import { listEgress } from '#contract/integrations/integrations.ts'
import { listMessages } from '#contract/messages/messages.ts'
import { listOrganizations } from '#contract/organizations/organizations.ts'
import { countUsers, listUsers } from '#contract/accounts/users.ts'
import { countries, typedNames } from './lists-rows.ts'

/** Queries for ids to filter by, in a database that `fill` filled. */
const rowsToName = {
  organizationId: 'select id from organization order by id limit 200',
  coachId: 'select id from coach order by created_at limit 200',
  person: 'select user_id as id from audit_entry where user_id is not null order by id limit 200',
  row: 'select row_id as id from audit_entry order by id limit 200',
  sessionId: 'select id from session order by id limit 200',
}
type Ids = Record<keyof typeof rowsToName, string[]>
export async function listIds(ask: (text: string) => Promise<{ rows: { id: string }[] }>) {
  const each = Object.entries(rowsToName).map(async ([name, text]) => {
    const { rows } = await ask(text)
    return [name, rows.map(({ id }) => id)]
  })
  return Object.fromEntries(await Promise.all(each)) as Ids
}

type Value = (call: number, ids: Ids) => string
/** One kind of request: a list and its query for the nth call. */
export type Op = {
  name: string
  path: string
  query: (call: number, ids: Ids) => Record<string, string>
  isNext?: boolean
  isOfCounts?: boolean
}

const of = <T>(values: readonly T[], call: number) => values[call % values.length] as T
const letters = 'abcdefghijklmnoprstuvxz'.split('')
const pairs = typedNames.map((name) => name.slice(0, 2))
const fives = [
  ...typedNames.filter((name) => name.length >= 5).map((name) => name.slice(0, 5)),
  // Digits, and words without matches.
  ...['12345', '77777', 'xq107', 'zzzzz'],
]
const inside = ['ensen', 'nders', 'ainen', 'rensen', 'onen', 'skine', 'xample']
const searches: [string, (call: number) => string][] = [
  ['one letter', (call) => of(letters, call)],
  ['two letters', (call) => of(pairs, call)],
  ['five letters', (call) => of(fives, call * 7)],
  ['the middle of words', (call) => of(inside, call)],
  [
    'two short words',
    (call) => `${of(pairs, call * 5).slice(0, 1 + (call % 2))} ${of(letters, call)}`,
  ],
]

/** All kinds of requests to one list. */
const opsOf = (
  name: string,
  at: string,
  sorts: string[],
  filters: Record<string, Value>,
  isSearched = true,
): Op[] => [
  { name: `${name}: first page`, path: at, query: () => ({}) },
  { name: `${name}: next page`, path: at, query: () => ({}), isNext: true },
  ...sorts.map((sort) => ({ name: `${name}: sort ${sort}`, path: at, query: () => ({ sort }) })),
  ...Object.entries(filters).map(([filter, value]) => ({
    name: `${name}: ${filter}`,
    path: at,
    query: (call: number, ids: Ids) => ({ [filter]: value(call, ids) }),
  })),
  ...(isSearched
    ? searches.map(([length, value]) => ({
        name: `${name}: search of ${length}`,
        path: at,
        query: (call: number) => ({ q: value(call) }),
      }))
    : []),
]

const place = {
  country: (call: number) => of(countries, call),
  city: (call: number) => `City ${(call * 37) % 200}`,
}
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
const named = (name: keyof Ids) => ({
  [name]: (call: number, ids: Ids) => of(ids[name], call * 13),
})

export const listsAsked: Op[] = [
  ...opsOf('users', listUsers.path, ['-name', 'email', '-email', 'created', '-created'], {
    role: (call) =>
      of(['system_admin', 'maylab_admin', 'coach_user', 'org_user', 'client_user'], call),
  }),
  { name: 'users: counts', path: countUsers.path, query: () => ({}), isOfCounts: true },
  ...opsOf(
    'coaches',
    listCoaches.path,
    ['-name', 'experience', '-experience', 'created', '-created'],
    {
      status: (call) => of(['active', 'inactive', 'on_leave'], call),
      ...place,
    },
  ),
  ...opsOf(
    'clients',
    listClients.path,
    [
      ...['-name', 'created', '-created', 'lastSession', '-lastSession', 'nextSession'],
      ...['-nextSession', 'openSessions', '-openSessions', 'risk', '-risk', 'coach', '-coach'],
      ...['burnout', '-burnout', 'trend', '-trend'],
    ],
    {
      waitingFor: (call) =>
        of(['coach', 'recording', 'transcription', 'conversation', 'session'], call),
      ...named('organizationId'),
      ...named('coachId'),
    },
  ),
  { name: 'clients: counts', path: countClients.path, query: () => ({}), isOfCounts: true },
  ...opsOf('organizations', listOrganizations.path, ['-name', 'created', '-created'], place),
  ...opsOf(
    'audit log',
    listAuditEntries.path,
    ['time'],
    {
      ...named('person'),
      action: (call) => `action-${1 + (call % 6)}`,
      ...named('row'),
      from: (call) => daysAgo(0.01 * (1 + (call % 50))),
      to: (call) => daysAgo(0.01 * (1 + (call % 50))),
    },
    false,
  ),
  ...opsOf(
    'messages',
    listMessages.path,
    ['time'],
    {
      status: (call) => of(['sent', 'failed', 'waiting', 'kept'], call),
      kind: (call) => of(['sessionReminder', 'invitation', 'passwordReset', 'safetyMark'], call),
    },
    false,
  ),
  ...opsOf(
    'calls to outside services',
    listEgress.path,
    ['time'],
    {
      provider: (call) => of(['openai_gpt5', 'bunny', 'smtp'], call),
      outcome: (call) => of(['success', 'failure', 'open'], call),
      ...named('sessionId'),
    },
    false,
  ),
]
