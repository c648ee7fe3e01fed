import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import type { Role } from '#contract/roles.ts'
import type { MyNotices } from '#contract/messages/notices.ts'
import type { MyDay } from '#contract/coaches/my-day.ts'
import type { Plan } from '#contract/plans/my-plan.ts'
import type {
  OpenedQuestionnaire,
  Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import { calm, questionnaireCalls, read, refused } from '../../../test/questionnaires.ts'
import { auditEntries, updateRow } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import type { Messenger } from '../../../providers/messaging/messenger.ts'

/** The active channel of messages. */
let channel: Messenger['channel'] = 'email'
const made = await testApp((given) =>
  withAdapters(given, {
    email_sms: {
      get channel() {
        return channel
      },
      deliver: async () => 'sent',
    },
  }),
)
beforeEach(() => void (channel = 'email'))
const { db, call, signIn, emails, coachId, organizationId } = made
const { coach, give, open, answer, somebody, list, send, decline, acknowledge, ...rest } =
  await questionnaireCalls(made)
const { given, answerAll, planOf, entriesOf } = rest
const admin = await signIn(emails.admin)
const setCoach = (values: { status: 'active' | 'inactive' | 'on_leave' }) =>
  updateRow(db, 'coach', coachId, values)
const setRoles = (roles: Role[]) => updateRow(db, 'user', made.coachUserId, { roles })
const messagesTo = (recipient: string) =>
  db.selectFrom('message').selectAll().where('recipient', '=', recipient).orderBy('id').execute()

describe('a safety mark', () => {
  test('shows the client help lines and notifies the coach without content', async () => {
    const { id, cookie, email } = await somebody({ organizationId })
    await updateRow(db, 'organization', organizationId, { country: 'Sweden' })
    const first = await given(id)
    const before = (await messagesTo(emails.coach)).length
    for (const [index, value] of calm.slice(0, 8).entries())
      expect(
        read<OpenedQuestionnaire>(await answer(first, String(index + 1), value, cookie))
          .isCoachNotified,
      ).toBeNull()
    const told = read<OpenedQuestionnaire>(await answer(first, '9', 1, cookie))
    expect(told).toMatchObject({ state: 'open', isCoachNotified: true })
    expect(told.help).toMatchObject({ country: 'Sweden', emergency: { number: '112' } })

    const messages = await messagesTo(emails.coach)
    expect(messages).toHaveLength(before + 1)
    const { subject = '', body = '' } = messages.at(-1) ?? {}
    expect(body).toMatch(new RegExp(`http://localhost:\\d+/app/clients/${id}\n`))
    for (const word of ['PHQ', 'better off', 'hurt', 'depress', 'somebody', email, 'Several'])
      expect(`${subject} ${body}`).not.toContain(word)
    // No other user is notified.
    const marks = db.selectFrom('message').where('kind', '=', 'safetyMark')
    const others = await marks.select('recipient').distinct().execute()
    expect(others.map((it) => it.recipient)).toEqual([emails.coach])
    const entries = await auditEntries(db, { action: 'safety-mark-raised', clientId: id }, [
      'details',
    ])
    expect(entries).toEqual([{ details: { isCoachNotified: true } }])
  })

  test('is shown in plan and list until it is acknowledged', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [...calm.slice(0, 8), 2])
    await send(first, cookie)
    const marksInList = async () => {
      const rows = (await call({ url: '/api/my-coach-clients' }, coach)).json<Client[]>()
      // Clients with an open mark come first.
      const isMarked = rows.map((it) => it.safetyMarks.length > 0)
      expect(isMarked).toEqual(isMarked.toSorted((one, other) => Number(other) - Number(one)))
      return rows.find((it) => it.id === id)?.safetyMarks
    }
    const open = [{ questionnaire: 'PHQ-9', sessionId: null, raisedAt: expect.any(String) }]
    expect(await marksInList()).toEqual(open)
    expect((await planOf(id)).client.safetyMarks).toEqual(open)
    // The client sees the help lines, but not the mark.
    expect((await planOf(id, cookie)).client.safetyMarks).toEqual([])
    const [mark] = (await list(id)).marks
    expect(mark).toMatchObject({ told: 'anna coach', acknowledgedAt: null, note: null })

    expect(refused(await acknowledge(mark?.id ?? '', ' '))).toMatchObject({
      ...{ status: 400, fields: { note: 'Say what you did' } },
    })
    expect((await acknowledge(mark?.id ?? '', 'x\0')).statusCode).toBe(400)
    expect((await acknowledge(mark?.id ?? '', 'Mine.', cookie)).statusCode).toBe(403)
    const answers = await Promise.all([acknowledge(mark?.id ?? ''), acknowledge(mark?.id ?? '')])
    expect(listStatusCodes(answers)).toEqual([200, 409])
    expect(refused(await acknowledge(mark?.id ?? '')).error).toBe(
      'anna coach has already acknowledged this.',
    )
    expect((await list(id)).marks).toMatchObject([
      { acknowledgedBy: 'anna coach', note: 'We spoke today.', acknowledgedAt: expect.any(String) },
    ])
    expect(await marksInList()).toEqual([])
    const entries = await entriesOf(mark?.id ?? '')
    expect(entries.map(({ action }) => action)).toEqual([
      ...['safety-mark-raised', 'safety-mark-acknowledged'],
    ])
    expect(JSON.stringify(entries)).not.toContain('spoke')
  })

  test('is raised once, and stays after changes and declining', async () => {
    const { id, cookie, email } = await somebody()
    const first = await given(id)
    const before = (await messagesTo(emails.coach)).length
    const elsewhere = await signIn(email)
    await Promise.all([answer(first, '9', 3, cookie), answer(first, '9', 2, elsewhere)])
    const corrected = read<OpenedQuestionnaire>(await answer(first, '9', 0, cookie))
    expect(corrected.isCoachNotified).toBe(true)
    await answer(first, '9', 1, cookie)
    await decline(first, cookie)
    expect((await messagesTo(emails.coach)).length).toBe(before + 1)
    expect((await list(id)).marks).toHaveLength(1)
    expect(read<OpenedQuestionnaire>(await open(first, cookie)).isCoachNotified).toBe(true)
  })

  test('is raised again for a worse answer after an acknowledgement', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    const countMessages = async () => (await messagesTo(emails.coach)).length
    const before = await countMessages()
    const acknowledgeAll = async () => {
      for (const mark of (await list(id)).marks.filter((it) => !it.acknowledgedAt))
        expect((await acknowledge(mark.id)).statusCode).toBe(200)
    }
    await answer(first, '9', 1, cookie)
    await acknowledgeAll()
    // The same or a better answer raises no mark.
    await answer(first, '9', 1, cookie)
    await answer(first, '3', 3, cookie)
    expect((await list(id)).marks).toHaveLength(1)
    channel = undefined
    const worse = read<OpenedQuestionnaire>(await answer(first, '9', 3, cookie))
    expect(worse.isCoachNotified).toBe(false)
    await answer(first, '9', 2, cookie)
    await answer(first, '9', 3, cookie)
    expect((await list(id)).marks.map((it) => it.acknowledgedAt !== null)).toEqual([false, true])
    channel = 'email'
    await acknowledgeAll()
    await answer(first, '9', 0, cookie)
    expect((await list(id)).marks).toHaveLength(2)
    const again = read<OpenedQuestionnaire>(await answer(first, '9', 1, cookie))
    expect(again.isCoachNotified).toBe(true)
    expect((await list(id)).marks).toHaveLength(3)
    expect(await countMessages()).toBe(before + 3)
  })

  test('keeps the help lines on the home page of the client until it is acknowledged', async () => {
    const { id, cookie } = await somebody({ organizationId })
    const helpOf = async () =>
      (await call({ url: '/api/my-client-data' }, cookie)).json<Plan[]>().map(({ help }) => help)
    const kin = { firstName: 'Nora', lastName: 'Kin', familyRelation: 'Daughter' }
    const url = '/api/my-client-data/family'
    await call({ method: 'POST', url, payload: kin }, cookie)
    const first = await given(id)
    expect(await helpOf()).toEqual([null, null])
    await answer(first, '9', 1, cookie)
    await answer(first, '9', 0, cookie)
    expect(await helpOf()).toEqual([expect.objectContaining({ country: 'Sweden' }), null])
    for (const mark of (await list(id)).marks) await acknowledge(mark.id)
    expect(await helpOf()).toEqual([null, null])
  })

  test('is shown in the day of the coach of the client only', async () => {
    const { id, cookie } = await somebody({ organizationId })
    const markedFor = async (who: string) => {
      const url = `/api/my-day?from=${encodeURIComponent(new Date().toISOString())}`
      const day = await call({ url }, who)
      return day.statusCode === 200
        ? day.json<MyDay>().marked.filter((it) => it.clientId === id)
        : day.statusCode
    }
    const first = await given(id)
    await answer(first, '9', 0, cookie)
    expect(await markedFor(coach)).toEqual([])
    await answer(first, '9', 1, cookie)
    const marked = await markedFor(coach)
    expect(marked).toEqual([
      {
        ...{ clientId: id, clientName: expect.any(String), about: 'PHQ-9' },
        raisedAt: expect.any(String),
      },
    ])
    // A second mark of the same client does not add a line.
    await answer(await given(id), '9', 2, cookie)
    expect(await markedFor(coach)).toEqual(marked)
    expect(await markedFor(await signIn(emails.otherCoach))).toEqual([])
    for (const nobody of [admin, await signIn(emails.org), cookie])
      expect(await markedFor(nobody)).toBe(403)
    // A coach who is also an administrator sees only marks of their own clients.
    await updateRow(db, 'user', made.otherCoachUserId, { roles: ['maylab_admin', 'coach_user'] })
    expect(await markedFor(await signIn(emails.otherCoach))).toEqual([])
    for (const mark of (await list(id)).marks) await acknowledge(mark.id)
    expect(await markedFor(coach)).toEqual([])
  })

  test('without a coach notifies nobody, and administrators see it', async () => {
    const { id, cookie } = await somebody({ coachId: null })
    const first = read<Questionnaires>(await give(id, {}, admin)).questionnaires[0]?.id ?? ''
    const before = await db.selectFrom('message').select('id').execute()
    const told = read<OpenedQuestionnaire>(await answer(first, '9', 3, cookie))
    expect(told).toMatchObject({ isCoachNotified: false, help: { country: null } })
    expect(await db.selectFrom('message').select('id').execute()).toEqual(before)
    expect((await list(id, admin)).marks).toMatchObject([{ told: null }])
    const rows = (await call({ url: '/api/admin/clients' }, admin)).json<Client[]>()
    expect(rows.find((it) => it.id === id)?.safetyMarks).toHaveLength(1)
    // A coach who is assigned later finds it.
    await updateRow(db, 'client', id, { coachId })
    expect((await list(id)).marks).toHaveLength(1)
    expect(
      (await acknowledge((await list(id)).marks[0]?.id ?? '', 'Called.', admin)).statusCode,
    ).toBe(200)
  })

  test.each([
    ['messages are not sent', true, 'anna coach', async () => void (channel = undefined)],
    ['the coach has no number', true, 'anna coach', async () => void (channel = 'text')],
    ['the coach is on leave', false, 'anna coach', () => setCoach({ status: 'on_leave' })],
    ['the coach is inactive', false, null, () => setCoach({ status: 'inactive' })],
    ['the coach no longer has the role', false, null, () => setRoles(['org_user'])],
  ])('counts nobody as notified if %s', async (_, isCoachActive, noticeTo, happens) => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await happens()
    const told = read<OpenedQuestionnaire>(await answer(first, '9', 3, cookie))
    expect(told.isCoachNotified).toBe(false)
    expect(told.isCoachActive).toBe(isCoachActive)
    await setCoach({ status: 'active' })
    await setRoles(['coach_user'])
    expect((await list(id, admin)).marks).toMatchObject([{ told: null, noticeTo }])
  })

  test('that nobody acknowledged in time is told to administrators once, without why', async () => {
    const [waiting, seen, recent] = [await somebody(), await somebody(), await somebody()]
    const raise = async ({ id, cookie }: typeof waiting, times = 1) => {
      for (let count = 0; count < times; count++) await answer(await given(id), '9', 3, cookie)
      return (await list(id)).marks
    }
    const marks = await raise(waiting, 2)
    const [acknowledged] = await raise(seen)
    await acknowledge(acknowledged?.id ?? '')
    const [later] = await raise(recent)
    const hours = made.deps.installation.safetyMarkHours
    const ago = (by: number) => new Date(Date.now() - by * 3_600_000).toISOString()
    for (const mark of [...marks, acknowledged])
      await updateRow(db, 'safetyMark', mark?.id ?? '', { raisedAt: ago(hours) })
    await updateRow(db, 'safetyMark', later?.id ?? '', { raisedAt: ago(hours - 0.1) })
    await updateRow(db, 'user', made.otherCoachUserId, { roles: ['maylab_admin'] })
    for (const _time of [1, 2]) {
      await made.deps.queue.add(db, 'notify-of-waiting-marks', {})
      await runQueuedJobs(made, 'notify-of-waiting-marks')
    }
    const messages = await db
      .selectFrom('message')
      .selectAll()
      .where('kind', '=', 'safetyMarkWaiting')
      .execute()
    expect(messages.map((it) => it.recipient).toSorted()).toEqual(
      [emails.admin, emails.system, emails.otherCoach].toSorted(),
    )
    for (const { subject, body, short } of messages) {
      expect(body).toContain(`/app/clients/${waiting.id}\n`)
      const said = `${subject} ${body} ${short}`
      for (const word of ['PHQ', 'harm', 'suicid', 'answer', 'somebody@', waiting.email, '{'])
        expect(said).not.toContain(word)
      expect(said).toContain(`more than ${hours} hours`)
    }
    expect((await list(waiting.id)).marks).toMatchObject([
      ...[{ escalatedAt: expect.any(String) }, { escalatedAt: expect.any(String) }],
    ])
    for (const { id } of [seen, recent])
      expect((await list(id)).marks).toMatchObject([{ escalatedAt: null }])
    const entries = await entriesOf(marks[0]?.id ?? '')
    expect(entries.at(-1)).toMatchObject({ action: 'safety-mark-escalated', clientId: null })
    const { notices } = (await call({ url: '/api/my-notices' }, admin)).json<MyNotices>()
    expect(notices.map(({ path }) => path)).toContain(`/app/clients/${waiting.id}`)
    await updateRow(db, 'user', made.otherCoachUserId, { roles: ['coach_user'] })
  })

  test('is not raised by other answers or zero', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [3, 3, 3, 3, 3, 3, 3, 3, 0])
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{ score: 24, isCoachNotified: null },
    })
    expect((await list(id)).marks).toEqual([])
  })
})
