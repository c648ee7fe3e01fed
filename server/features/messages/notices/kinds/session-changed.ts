import type { CalendarSession } from '../../../plans/schedule/calendar-file.ts'
import {
  listSessionStates,
  recordKnown,
  type SessionState,
} from '../../../sessions/known-sessions.queries.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { type Asked, defineNotice, planPath, urgentMs } from '../notice-kind.ts'

type Change = Pick<SessionState, 'now'> & {
  what: 'planned' | 'moved' | 'cancelled'
  id: string
  at: string
  minutes: number
  version: number
  /** The time that the user knew. */
  before: string | null
}

/** How a session differs from what the user knows; undefined if they know all, or it is over. */
function changeOf({ id, known, now }: SessionState, asked: Asked): Change | undefined {
  // Calendars accept only higher sequence numbers, also for who takes part again.
  const version = Math.max(now?.dateVersion ?? 0, (known?.dateVersion ?? 0) + 1)
  const wasPlanned = known !== null && !known.isCancelled
  const isAhead = now?.isPlanned && new Date(now.sessionDate) > asked.now
  if (isAhead) {
    const [at, minutes] = [now.sessionDate, now.durationMinutes]
    const change = { id, at, minutes, now }
    if (!wasPlanned)
      return {
        ...change,
        what: 'planned',
        before: null,
        version: known ? version : now.dateVersion,
      }
    const isSame =
      Date.parse(known.sessionDate) === Date.parse(at) && known.durationMinutes === minutes
    return isSame ? undefined : { ...change, what: 'moved', before: known.sessionDate, version }
  }
  if (!wasPlanned || now?.isHeld || new Date(known.sessionDate) <= asked.since) return undefined
  const [at, minutes] = [known.sessionDate, known.durationMinutes]
  return { id, at, minutes, now, what: 'cancelled', before: at, version }
}

export const sessionChanged = defineNotice<Change>({
  // Each has a calendar file.
  maxRows: 50,
  listTrue: async (db, asked) =>
    (await listSessionStates(db, asked.userId, asked.rowIds)).flatMap(
      (state) => changeOf(state, asked) ?? [],
    ),
  one: (change, asked) => {
    const { day, time } = formatWhen(new Date(change.at), asked.timeZone)
    const subjects = {
      planned: `Your session on ${day}`,
      moved: `Your session has moved to ${day}`,
      cancelled: `Your session on ${day} is cancelled`,
    }
    const text = describe(change, asked)
    return {
      ...{ subject: subjects[change.what], text, bell: text, path: pathOf(change) },
      values: { with: otherPerson(change), day, time },
      calendars: [toCalendar(change, asked)],
      meeting: (change.what !== 'cancelled' && change.now) || undefined,
    }
  },
  several: (changes, asked) => {
    const [first, ...others] = changes
    const isAlike = others.every(({ what }) => what === first?.what)
    const verb =
      first?.what === 'planned'
        ? 'were planned'
        : first?.what === 'moved'
          ? 'have moved'
          : 'are cancelled'
    const subject = isAlike
      ? `${changes.length} sessions ${verb}`
      : `${changes.length} of your sessions have changed`
    const isOfOnePlan = others.every(({ now }) => now?.clientId === first?.now?.clientId)
    return {
      ...{ subject, bell: `${subject}.` },
      text: [`${subject}.`, ...changes.map((it) => describe(it, asked))].join('\n'),
      path: first && isOfOnePlan ? pathOf(first, false) : '/app',
      ...(first && {
        values: { with: otherPerson(first), ...formatWhen(new Date(first.at), asked.timeZone) },
      }),
      calendars: changes.map((it) => toCalendar(it, asked)),
    }
  },
  isUrgent: (changes, { now }) =>
    changes.some(({ at, before }) =>
      [at, before ?? at].some((it) => Math.abs(Date.parse(it) - now.getTime()) < urgentMs),
    ),
  record: (tx, { userId }, changes) =>
    recordKnown(
      tx,
      userId,
      changes.map(({ id, what, at, minutes, version }) => ({
        ...{ id, sessionDate: at, durationMinutes: minutes, dateVersion: version },
        isCancelled: what === 'cancelled',
      })),
    ),
})

const otherPerson = ({ now }: Pick<Change, 'now'>) =>
  now?.with ?? (now?.isCoach ? 'your client' : 'your coach')

function describe(change: Change, { timeZone }: Asked) {
  const { what, at, before, minutes, now } = change
  const { day, time } = formatWhen(new Date(at), timeZone)
  const session = `session with ${otherPerson(change)}`
  if (what === 'planned') return `You have a ${session} on ${day} at ${time}.`
  if (what === 'moved') {
    const was = formatWhen(new Date(before ?? at), timeZone)
    return Date.parse(before ?? at) === Date.parse(at)
      ? `Your ${session} on ${day} at ${time} is now ${minutes} minutes long.`
      : `Your ${session} on ${was.day} at ${was.time} is now on ${day} at ${time}.`
  }
  if (!now) return `Your session on ${day} at ${time} is cancelled.`
  const late = now.isLate ? ' This is late.' : ''
  return now.changedBy
    ? `${now.changedBy} cancelled your ${now.changedBy === now.with ? 'session' : session} on ${day} at ${time}.${late}`
    : `Your ${session} on ${day} at ${time} is cancelled.`
}

const pathOf = ({ id, now }: Change, isOpen = true) =>
  now
    ? `${planPath(now.clientId, !now.isCoach)}${now.isCoach && isOpen ? `?session=${id}` : ''}`
    : '/app'

const toCalendar = (
  { id, at, minutes, version, what, now }: Change,
  { since }: Asked,
): CalendarSession => ({
  ...{ id, sessionDate: at, durationMinutes: minutes, sequence: version - 1 },
  changedAt: now?.changedAt ?? since.toISOString(),
  method: what === 'cancelled' ? 'CANCEL' : 'REQUEST',
  isJoinable: now?.isJoinable ?? false,
  place: now?.place ?? null,
})
