import { sql } from 'kysely'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { followerUserId } from '../../../clients/find-follower.ts'
import { formatWhen } from '../../../reminders/format-when.ts'
import { type Asked, defineNotice, planPath } from '../notice-kind.ts'

const formatDay = (day: string) => formatWhen(new Date(day), 'UTC').day

type Assignment = { id: string; clientId: string; name: string; dueDate: string }

async function listOpenAssignments(db: Db, { userId, rowIds }: Asked) {
  const { rows } = await sql<Assignment>`
    select assignment.id, client.id as client_id, assignment_definition.name, assignment.due_date::text as due_date
    from assignment
    join assignment_definition on assignment_definition.id = assignment.assignment_definition_id
    join client on client.id = assignment.client_id
    where assignment.id = any(${rowIds}::uuid[]) and assignment.completed_at is null
      and assignment.due_date is not null and ${followerUserId} = ${userId}
    order by assignment.due_date, assignment.id`.execute(db)
  return rows
}

export const assignmentDue = defineNotice<Assignment>({
  listTrue: async (db, asked) => {
    const open = await listOpenAssignments(db, asked)
    const today = calendarDay(asked.now, asked.timeZone)
    return open.filter(({ dueDate }) => dueDate >= today)
  },
  one: ({ name, dueDate, clientId }, asked) => {
    const day = formatDay(dueDate)
    const when =
      dueDate === addDays(calendarDay(asked.now, asked.timeZone), 1) ? 'tomorrow, ' : 'on '
    return {
      subject: `Due on ${day}`,
      text: `Something is due ${when}${day}. Do only as much as feels right.`,
      bell: `“${name}” is due ${when}${day}.`,
      path: planPath(clientId, true),
      values: { what: 'Something is', day },
    }
  },
  several: (assignments) => {
    const [first = { dueDate: '', clientId: '' }, ...others] = assignments
    const days = [...new Set(assignments.map(({ dueDate }) => formatDay(dueDate)))].join(' and ')
    return {
      subject: `Due on ${days}`,
      text: `${assignments.length} things are due on ${days}. Do only as much as feels right.`,
      bell: `${assignments.length} home assignments are due on ${days}.`,
      path: others.every((it) => it.clientId === first.clientId)
        ? planPath(first.clientId, true)
        : '/app',
      values: { what: `${assignments.length} things are`, day: days },
    }
  },
})

type Shared = { id: string; clientId: string; sharedBy: string; at: string }

export const sharedConversation = defineNotice<Shared>({
  listTrue: async (db, { userId, rowIds }) => {
    const { rows } = await sql<Shared>`
      select session.id, client.id as client_id, session.session_date as at,
        coalesce((select first_name from "user" where id = conversation_share.shared_by), 'Your coach') as shared_by
      from conversation_share
      join session on session.id = conversation_share.session_id
      join client on client.id = session.client_id
      where session.id = any(${rowIds}::uuid[]) and ${followerUserId} = ${userId}
      order by conversation_share.shared_at, session.id`.execute(db)
    return rows
  },
  one: ({ sharedBy, clientId, at }, { timeZone }) => ({
    subject: `${sharedBy} shared something with you`,
    text: `${sharedBy} shared something with you. Sign in to read it.`,
    bell: `${sharedBy} shared the conversation of ${formatWhen(new Date(at), timeZone).day} with you.`,
    path: planPath(clientId, true),
    values: { sharedBy },
  }),
  several: (shared) => {
    const [first = { sharedBy: 'Your coach', clientId: '' }, ...others] = shared
    return {
      subject: 'Something was shared with you',
      text: `${shared.length} texts were shared with you. Sign in to read them.`,
      bell: `${first.sharedBy} shared ${shared.length} conversations with you.`,
      path: others.every((it) => it.clientId === first.clientId)
        ? planPath(first.clientId, true)
        : '/app',
      values: { sharedBy: first.sharedBy },
    }
  },
})

type Recorded = { recordedBy: string }

const recordedChoice = ({ recordedBy }: Recorded) => {
  const text = `${recordedBy} recorded a choice that you made in a session. You can see it and undo it.`
  const subject = `${recordedBy} recorded a choice of yours`
  return { subject, text, bell: text, path: '/app/privacy', values: { recordedBy } }
}

/** Of clients. */
export const consentRecorded = defineNotice<Recorded>({
  listTrue: async (db, { userId, rowIds, since }) => {
    const { rows } = await sql<Recorded>`
      select coalesce((select first_name from "user" where id = latest.recorded_by), 'Your coach') as recorded_by
      from (
        select distinct on (client_id, purpose) consent.*
        from consent join client on client.id = consent.client_id
        where client.id = any(${rowIds}::uuid[]) and client.user_id = ${userId}
        order by client_id, purpose, decided_at desc
      ) as latest
      where is_said_in_session and decided_at >= ${since.toISOString()}::timestamptz
      order by decided_at desc limit 1`.execute(db)
    return rows
  },
  one: recordedChoice,
  several: ([first = { recordedBy: 'Your coach' }]) => recordedChoice(first),
})
