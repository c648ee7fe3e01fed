import { beforeEach, describe, expect, test } from 'vitest'
import type { Notifications } from '#contract/messages/messages.ts'
import { auditEntries, daysFromNow, updateRow } from '../../../test/make.ts'
import { messageCalls, reminderValues } from '../../../test/messages.ts'
import { PermanentFailure } from '../../../providers/messaging/messenger.ts'
import { newId } from '../../../platform/ids.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

const { app: made, by, delivered, remind, reset, deliverAll } = await messageCalls()
const { db, call, signIn, emails } = made
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)
const client = await signIn(emails.client)

const save = (payload: object, cookie = client) =>
  call(
    {
      method: 'PUT',
      url: '/api/my-notifications',
      payload: { phone: '', optOuts: {}, version: null, ...payload },
    },
    cookie,
  )
const read = async (cookie = client) =>
  (await call({ url: '/api/my-notifications' }, cookie)).json<Notifications>()

describe('a message', () => {
  test('is sent to its recipient, with its calendar file', async () => {
    await remind()
    await deliverAll()
    expect(delivered).toEqual([
      {
        ...{ id: expect.any(String), kind: 'sessionReminder', recipient: emails.client },
        subject: 'Your session on Tuesday, Nov 24',
        body: 'Hello,\n\nyour session with Anna is on Tuesday.',
        values: reminderValues,
        unsubscribeUrl: expect.stringContaining(`/api/unsubscribe/${made.clientUserId}.session`),
        calendars: [
          {
            method: 'REQUEST',
            file: `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nORGANIZER:mailto:care@maylab.test\r\nATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${emails.client}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
          },
        ],
      },
    ])
  })

  test('that expired before it was sent is not sent, nor sent again', async () => {
    by('email', () => Promise.reject(new Unavailable('Away.')))
    const id = (await remind(made.clientUserId, new Date(Date.now() + 60_000))) ?? ''
    await deliverAll()
    await updateRow(db, 'message', id, { expiresAt: daysFromNow(-1) })
    const [failed] = await deliverAll()
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'Away. Not sent: it would arrive too late.',
    })
    by('email')
    const url = `/api/admin/messages/${id}/send-again`
    const answer = await call({ method: 'POST', url }, admin)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'This message is out of date.',
    })
    await deliverAll()
    expect(delivered).toHaveLength(1)
  })

  test('invites a new user to choose a password', async () => {
    const email = `new.${newId()}@example.com`
    const payload = { firstName: 'New', lastName: 'Coach', email, password: 'not-told-ever' }
    const made = await call(
      { method: 'POST', url: '/api/admin/users', payload: { ...payload, roles: ['coach_user'] } },
      admin,
    )
    expect(made.statusCode).toBe(200)
    await deliverAll()
    const [message] = delivered
    expect(message).toMatchObject({ kind: 'invitation', recipient: email })
    expect(message?.body).toContain('may admin has created a Maylab account for you')
    expect(JSON.stringify(message)).not.toContain('not-told-ever')
    const token = /#token=([\w-]{43})/.exec(message?.body ?? '')?.[1] ?? ''
    const used = await call({
      ...{ method: 'POST', url: '/api/auth/reset-password' },
      payload: { token, password: 'one-of-my-own' },
    })
    expect(used.statusCode).toBe(200)
    await signIn(email, 'one-of-my-own')
  })
})

describe('by text message', () => {
  beforeEach(() => by('text'))

  test('sends the short text to the given number, without a calendar file', async () => {
    await save({ phone: '+45 12 34-56 (78)' })
    await remind()
    await deliverAll()
    expect(delivered).toMatchObject([
      {
        ...{ recipient: '+4512345678', calendars: [] },
        body: 'Maylab: your session with Anna is on Tuesday. https://wellbeing.example/app',
      },
    ])
  })

  test('is kept with the reason if there is no number', async () => {
    await remind()
    const [kept] = await deliverAll()
    expect(kept).toMatchObject({
      ...{ status: 'kept', error: 'This person has no phone number.' },
    })
    expect(delivered).toEqual([])
  })

  test('stops after STOP, until the user saves the settings again', async () => {
    by('text', () => Promise.reject(new PermanentFailure('refused', 'Twilio says: unsubscribed')))
    await save({ phone: '+4512345678' })
    await remind()
    const reason = 'This person replied STOP and no longer gets text messages.'
    expect((await deliverAll())[0]).toMatchObject({ status: 'kept', error: reason })
    expect((await read()).stoppedAt).not.toBeNull()
    by('text')
    await remind()
    expect((await deliverAll()).map(({ error }) => error)).toEqual([reason, reason])
    expect(delivered).toHaveLength(1)
    await save({ phone: '+4512345678', version: 1 })
    expect((await read()).stoppedAt).toBeNull()
    await remind()
    await deliverAll()
    expect(delivered).toHaveLength(2)
  })
})

describe('notification preferences', () => {
  test('keep a message if its channel is off', async () => {
    const saved = await save({ optOuts: { sessionReminder: ['email'] } })
    expect(saved.json()).toMatchObject({ optOuts: { sessionReminder: ['email'] }, version: 1 })
    expect(await remind()).toBeDefined()
    expect((await deliverAll())[0]).toMatchObject({
      ...{ status: 'kept', error: 'This person has turned off these messages by email.' },
    })
    expect(delivered).toEqual([])
  })

  test('do not apply to messages about the account', async () => {
    const channels = ['email', 'text']
    const kinds = ['sessionReminder', 'assignmentDue', 'sharedConversation']
    await save({ optOuts: Object.fromEntries(kinds.map((it) => [it, channels])) })
    expect((await save({ optOuts: { passwordReset: channels }, version: 1 })).statusCode).toBe(400)
    await reset()
    await deliverAll()
    expect(delivered).toMatchObject([{ kind: 'passwordReset' }])
  })

  test.each(['12345678', '+45123456789012345'])('%s is not a telephone number', async (phone) => {
    const answer = await save({ phone })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      fields: { phone: 'Please enter a number with country code, such as +45 12 34 56 78' },
    })
  })

  test('are private, audited without the number, and have a version', async () => {
    await save({ phone: '+4512345678', timeZone: 'Europe/Copenhagen' })
    expect((await read(coach)).phone).toBe('')
    expect((await save({ timeZone: 'Mars/Olympus', version: 1 })).statusCode).toBe(400)
    expect((await save({})).json()).toMatchObject({ code: 'stale' })
    expect((await save({ version: 7 })).json()).toMatchObject({ code: 'stale' })
    expect((await read()).phone).toBe('+4512345678')
    expect((await call({ url: '/api/my-notifications' })).statusCode).toBe(401)
    const entry = (await auditEntries(db, { action: 'notifications-changed' })).at(-1)
    expect(entry).toMatchObject({
      userId: made.clientUserId,
      rowId: made.clientUserId,
      details: {},
    })
  })
})
