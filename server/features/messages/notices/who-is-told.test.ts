import { writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { isBellOnly, type NoticeKindName, noticeKinds } from '#contract/messages/kinds.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { addDays, calendarDay } from '#contract/rules/calendar.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import {
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeFoundRisk,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
} from '../../../test/make.ts'
import { messageCalls } from '../../../test/messages.ts'
import { calm, questionnaireCalls } from '../../../test/questionnaires.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { newId } from '../../../platform/ids.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { ensureClient } from '../../clients/new-client.ts'
import { failUpload } from '../../recordings/uploads/uploads.queries.ts'
import { sendAssignmentReminders } from '../../reminders/remind-of-assignments.job.ts'
import { sendSessionReminders } from '../../reminders/remind-of-sessions.job.ts'
import { notifyCoach } from '../../sessions/notify-coach.ts'
import { notify } from './notify.ts'
import { wordNotice } from './word-notice.ts'

const { app, by, remind, deliverAll } = await messageCalls()
const { deps, db, call, signIn, emails, coachId, sessionDefinitionId } = app
const { coach, give, send, answerAll } = await questionnaireCalls(app)
const admin = await signIn(emails.admin)
const run = {
  signal: new AbortController().signal,
  onError: (error: Error) => expect.unreachable(error.message),
}
const timeZone = deps.installation.timeZone
const noon = new Date()
const tomorrow = addDays(calendarDay(noon, timeZone), 1)

/** A word of each thing that no message may name. */
const assignmentType = await makeAssignmentType(db, 'Burnout diary')
let client: { id: string; userId: string; email: string }
const newClient = async () => {
  const email = `told.${newId()}@example.com`
  const userId = await makeUser(db, { email, roles: ['client_user'] })
  await updateRow(db, 'user', userId, { lastName: 'Wendelbrook' })
  client = { id: await makeClient(db, { userId, coachId }), userId, email }
}
beforeEach(async () => {
  await newClient()
  for (const table of [
    ...(['message', 'assignment', 'questionnaire', 'session', 'sessionRequest'] as const),
  ])
    await db.deleteFrom(table).execute()
})

const post = async (url: string, cookie: string, payload: object = {}) => {
  const answer = await call({ method: 'POST', url, payload }, cookie)
  expect([url, answer.statusCode]).toEqual([url, 200])
  return answer
}
const session = (values: object = {}) =>
  makeSession(db, { clientId: client.id, sessionDefinitionId, ...values })
const ahead = (hours: number) => ({
  sessionDate: new Date(noon.getTime() + hours * 3_600_000).toISOString(),
  scheduleChangedAt: daysFromNow(-9),
})
const choose = (userId: string, kind: NoticeKindName) =>
  db
    .insertInto('notification')
    .values({ userId, timeZone, optOuts: JSON.stringify({ [kind]: [] }) })
    .onConflict((it) => it.doNothing())
    .execute()
const inTx = <T>(work: (tx: typeof db) => Promise<T>) => db.transaction().execute(work)
const assignment = (values: object = {}) =>
  makeRow(db, 'assignment', {
    ...{ clientId: client.id, assignmentDefinitionId: assignmentType, weekNumber: 1, ...values },
  })
const given = async () => {
  const answer = await give(client.id, { instrument: 'phq-9', dueDate: tomorrow })
  return answer.json<{ questionnaires: { id: string }[] }>().questionnaires[0]?.id ?? ''
}
const registered = () =>
  inTx(async (tx) => {
    const userId = await makeUser(tx, {
      email: `new.${newId()}@example.com`,
      roles: ['client_user'],
    })
    await ensureClient(tx, deps, { userId, organizationId: null, by: null })
    client = { ...client, userId }
  })
const decide = (isGiven: boolean, cookie: string, reader = cookie) =>
  decideConsents(call, client.id, { recording: isGiven }, { cookie, reader })
const assignOther = () => {
  const url = `/api/admin/clients/${client.id}/coach`
  return call({ method: 'PUT', url, payload: { coachId: app.otherCoachId } }, admin)
}
let requests = 0
/** The client asks for a session on a working day, each at its own hour; returns the id of the request. */
const request = async () => {
  const isWorkday = (at: string) =>
    ![0, 6].includes(new Date(calendarDay(new Date(at), timeZone)).getUTCDay())
  // It is noon there.
  const noonOfDay = `${[5, 6, 7].map(daysFromNow).find(isWorkday)?.slice(0, 13)}:00:00Z`
  const startsAt = new Date(Date.parse(noonOfDay) + (requests++ % 4) * 3_600_000).toISOString()
  const url = `/api/my-bookings/${client.id}/sessions`
  const own = await signIn(client.email)
  const [booking] = (await post(url, own, { startsAt })).json<Booking[]>()
  return booking?.request?.id ?? ''
}
const administrators = [emails.admin, emails.system]

type Case = {
  /** What somebody does. */
  act: () => Promise<unknown>
  /** Who is told. */
  to: () => string[]
}
const toClient = () => [client.email]
const toCoach = () => [emails.coach]

/** What a person or the machine does, and who is told of it. */
const cases: Record<NoticeKindName, Case> = {
  sessionChanged: {
    act: () =>
      post(`/api/clients/${client.id}/scheduled-sessions`, admin, {
        ...{ sessionDefinitionId, sessionDate: daysFromNow(3) },
      }),
    to: () => [client.email, emails.coach],
  },
  sessionReminder: {
    act: async () => {
      await session(ahead(23))
      await sendSessionReminders(deps, run)
    },
    to: toClient,
  },
  sessionSoon: {
    act: async () => {
      await session(ahead(0.9))
      await choose(client.userId, 'sessionSoon')
      await sendSessionReminders(deps, run)
    },
    to: toClient,
  },
  sessionsToday: {
    act: async () => {
      await session(ahead(3))
      await inTx((tx) =>
        notify(tx, deps, { kind: 'sessionsToday', userId: app.coachUserId, by: null }),
      )
    },
    to: toCoach,
  },
  sessionRequested: { act: request, to: toCoach },
  sessionRequestAnswered: {
    act: async () =>
      post(`/api/session-requests/${await request()}/refusal`, coach, { words: null }),
    to: toClient,
  },
  sessionRequestWaits: {
    act: async () => {
      await updateRow(db, 'sessionRequest', await request(), { requestedAt: daysFromNow(-9) })
      await deps.queue.add(db, 'notify-of-unanswered', {})
      await runQueuedJobs(app, 'notify-of-unanswered')
    },
    to: () => administrators,
  },
  welcome: { act: registered, to: () => ['new'] },
  clientWithoutCoach: { act: registered, to: () => administrators },
  coachAssigned: { act: assignOther, to: toClient },
  newClient: { act: assignOther, to: () => [emails.otherCoach] },
  assignmentGiven: {
    act: () =>
      post(`/api/clients/${client.id}/assignments`, coach, {
        ...{ assignmentDefinitionId: assignmentType, dueDate: tomorrow, note: 'Burnout' },
      }),
    to: toClient,
  },
  assignmentDue: {
    act: async () => {
      await assignment({ dueDate: tomorrow })
      await sendAssignmentReminders(deps, run)
    },
    to: toClient,
  },
  assignmentCompleted: {
    act: async () =>
      post(`/api/assignments/${await assignment()}/completion`, await signIn(client.email), {
        isCompleted: true,
      }),
    to: toCoach,
  },
  questionnaireGiven: { act: given, to: toClient },
  questionnaireDue: {
    act: async () => {
      await given()
      await sendAssignmentReminders(deps, run)
    },
    to: toClient,
  },
  questionnaireAnswered: {
    act: async () => {
      const [id, own] = [await given(), await signIn(client.email)]
      await answerAll(id, own, calm)
      await send(id, own)
    },
    to: toCoach,
  },
  sharedConversation: {
    act: async () => {
      const id = await session({ transcribedTextScripted: 'Coach: Burnout.' })
      await post(`/api/sessions/${id}/shared-conversation`, coach, { version: 1 })
    },
    to: toClient,
  },
  consentRecorded: {
    act: async () => decide(false, coach, await signIn(client.email)),
    to: toClient,
  },
  consentChanged: { act: async () => decide(false, await signIn(client.email)), to: toCoach },
  coachingEnded: {
    act: () => post(`/api/clients/${client.id}/coaching-end`, admin, { isEnded: true }),
    to: () => [client.email, emails.coach],
  },
  archiveReady: {
    act: async () => {
      await post(`/api/clients/${client.id}/person-export`, await signIn(emails.system), {
        password: '',
      })
      await runQueuedJobs(app, 'export-person')
    },
    to: () => [client.email, emails.system],
  },
  recordingFailed: {
    act: async () => {
      const sessionId = await session()
      const id = await makeRow(db, 'upload', {
        ...{ sessionId, userId: app.coachUserId, fileName: 'x.mp4', sizeBytes: 1 },
      })
      await inTx((tx) => failUpload(tx, deps.queue, id, 'It is no video.'))
    },
    to: toCoach,
  },
  transcriptReady: {
    act: async () => {
      const sessionId = await session({ transcribedTextRaw: 'Speaker 1: Burnout.' })
      await inTx((tx) => notifyCoach(tx, deps, { kind: 'transcriptReady', sessionId }))
    },
    to: toCoach,
  },
  valuesToReview: {
    act: async () => {
      const sessionId = await session()
      await makeFoundRisk(db, { sessionId, clientId: client.id })
      await inTx((tx) => notifyCoach(tx, deps, { kind: 'valuesToReview', sessionId }))
    },
    to: toCoach,
  },
  feedbackGiven: {
    act: async () => {
      const url = `/api/my-feedback/${await session()}`
      const payload = { rating: 2, words: 'Burnout.' }
      await call({ method: 'PUT', url, payload }, await signIn(client.email))
    },
    to: toCoach,
  },
  coachOnLeave: {
    act: async () => {
      await session(ahead(30))
      await call(
        { method: 'PATCH', url: `/api/coaches/${coachId}`, payload: { status: 'on_leave' } },
        admin,
      )
    },
    to: () => [emails.system],
  },
  calendarUnreadable: {
    act: async () => {
      const address = deps.keys.encrypt('calendar-address', coachId, 'https://calendar.invalid/')
      const calendar = { id: coachId, address, host: 'calendar.invalid' }
      await db.deleteFrom('coachCalendar').execute()
      await makeRow(db, 'coachCalendar', { ...calendar, lastReadAt: daysFromNow(-2) })
      await deps.queue.add(db, 'read-calendar', { id: coachId })
      for (const _attempt of [1, 2, 3]) await runQueuedJobs(app, 'read-calendar')
    },
    to: () => [emails.coach],
  },
  onboardingLinkRotated: {
    act: async () => {
      const isFirst = !(await noticesOf('onboardingLinkRotated')).length
      const id = isFirst
        ? app.organizationId
        : await makeRow(db, 'organization', { name: 'Else', inviteToken: newId() })
      await post(`/api/organizations/${id}/rotate-invite`, admin)
    },
    to: () => [emails.org, emails.system],
  },
  accessEnding: {
    act: async () => {
      const url = `/api/organizations/${app.organizationId}/employee-list`
      for (const text of [emails.client, 'somebody.else@example.com'])
        expect(
          (await call({ method: 'PUT', url, payload: { text } }, await signIn(emails.org)))
            .statusCode,
        ).toBe(200)
    },
    to: () => [emails.client],
  },
  backupFailed: {
    act: async () => {
      writeFileSync(deps.config.backupDir, 'a file in its place')
      await deps.queue.add(db, 'back-up', { isScheduled: false })
      await runQueuedJobs(app, 'back-up')
    },
    to: () => administrators,
  },
  backupMissing: {
    act: async () => {
      await db
        .updateTable('user')
        .set({ createdAt: daysFromNow(-3) })
        .execute()
      for (const _again of [1, 2]) {
        await deps.queue.add(db, 'check-installation', {})
        await runQueuedJobs(app, 'check-installation')
      }
    },
    to: () => administrators,
  },
  storageFull: {
    act: () =>
      inTx((tx) =>
        notify(tx, deps, {
          kind: 'storageFull',
          userIds: [app.adminUserId, app.systemUserId],
          by: null,
        }),
      ),
    to: () => administrators,
  },
  messagesFailing: {
    act: async () => {
      by('email', () => Promise.reject(new Rejected('refused', 'No such mailbox.')))
      await remind()
      await deliverAll()
    },
    to: () => administrators,
  },
}

/** Subjects, and the words of text messages, are read by others. */
const forbidden =
  /burnout|phq|therap|questionnaire|score|risk|anxi|depress|wendelbrook|coach(?=\s+coach)|diary|consent/i

/** Whatever it is about, or how many. */
const hasOneText: NoticeKindName[] = [
  'accessEnding',
  ...(['welcome', 'coachAssigned', 'consentRecorded', 'archiveReady', 'coachOnLeave'] as const),
  ...([
    'backupFailed',
    'backupMissing',
    'storageFull',
    'messagesFailing',
    'calendarUnreadable',
  ] as const),
]

const noticesOf = (kind: NoticeKindName) =>
  db.selectFrom('message').selectAll().where('kind', '=', kind).execute()

/** What is said outside; the bell has a sentence and leads to a page. */
async function wordedOf(kind: NoticeKindName, rows: Awaited<ReturnType<typeof noticesOf>>) {
  const said: string[] = []
  for (const { userId, rowIds, createdAt } of rows) {
    const notice = { kind, userId: userId ?? '', rowIds: rowIds ?? [], createdAt }
    const worded = await wordNotice(db, deps, notice)
    expect(worded?.told.bell).toMatch(/^.{8,}\.$/)
    expect(worded?.told.path).toMatch(/^\/app/)
    const { subject, short, body } = worded?.row ?? { subject: '', short: '', body: '' }
    said.push(`${subject}\n${short}\n${body}`)
    if (!isBellOnly(kind)) expect(said.at(-1)).not.toMatch(forbidden)
  }
  return said
}

test.each(Object.keys(noticeKinds) as NoticeKindName[])(
  '%s is told to whom it concerns, but not who did it, in neutral words outside',
  async (kind) => {
    const { act, to } = cases[kind]
    await act()
    const rows = await noticesOf(kind)
    const recipients = rows.map(({ recipient }) => recipient.replace(/^new\..*/, 'new'))
    expect(recipients.toSorted()).toEqual(to().toSorted())
    expect(await wordedOf(kind, rows)).toHaveLength(rows.length)
    // Once more, of another client where it is not about this one: several are one notice.
    if (to().every((it) => it !== client.email) || kind === 'coachingEnded') await newClient()
    await act()
    expect((await wordedOf(kind, await noticesOf(kind))).join(' ')).toMatch(
      hasOneText.includes(kind) ? '' : /\b2\b/,
    )
    await db.updateTable('coach').set({ status: 'active' }).execute()
  },
)
