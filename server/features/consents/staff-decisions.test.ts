import { beforeEach, expect, test } from 'vitest'
import type { ClientConsents, ConsentPurpose } from '#contract/consents/consents.ts'
import { hasConsent } from '../../platform/consent.ts'
import { decideConsents } from '../../test/decide-consents.ts'
import { makeClient } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails, coachId } = made
const coach = await signIn(emails.coach)
const admin = await signIn(emails.admin)

let clientId: string
let own: string
beforeEach(async () => {
  clientId = await makeClient(db, { coachId })
  await db.deleteFrom('consent').where('clientId', '=', clientId).execute()
  await db.deleteFrom('message').execute()
  own = await signIn(`client.${clientId}@example.com`)
})

const decide = async (recording: boolean, cookie: string) =>
  (await decideConsents(call, clientId, { recording }, { cookie, reader: own })).statusCode
const read = async (cookie = own) =>
  (await call({ url: `/api/clients/${clientId}/consents` }, cookie)).json<ClientConsents>()
const latest = async (purpose: ConsentPurpose = 'recording') =>
  (await read()).consents.find((it) => it.purpose === purpose)?.latest
const undo = async (entryId: string, cookie = own) =>
  call({ method: 'POST', url: `/api/clients/${clientId}/consents/${entryId}/undo` }, cookie)
const undoLatest = async () => undo((await latest())?.id ?? '')
const isGiven = () => hasConsent(db, clientId, 'recording')

test('staff record a first decision, with their name, and do not answer what the client is asked', async () => {
  expect(await decide(true, coach)).toBe(200)
  expect(await latest()).toMatchObject({ isGiven: true, isSaidInSession: true, by: 'anna coach' })
  expect((await read()).isAsked).toBe(false)
})

test.each<[string, (() => Promise<unknown>)[]]>([
  ['the client has withdrawn', [() => decide(true, coach), () => decide(false, own)]],
  ['the client has declined', [() => decide(false, own)]],
  ['staff have recorded a withdrawal', [() => decide(true, own), () => decide(false, coach)]],
  ['the client has undone', [() => decide(true, coach), undoLatest]],
])('what %s only the client gives again', async (_what, steps) => {
  for (const step of steps) await step()
  for (const cookie of [coach, admin]) expect(await decide(true, cookie)).toBe(409)
  expect(await isGiven()).toBe(false)
  expect(await decide(true, own)).toBe(200)
  expect(await isGiven()).toBe(true)
  expect(await decide(false, coach)).toBe(200)
  expect(await isGiven()).toBe(false)
})

test('every decision of staff is told to the client, in neutral words, and none of the client’s own', async () => {
  const recipient = `client.${clientId}@example.com`
  const messages = db.selectFrom('message').selectAll().where('recipient', '=', recipient)
  await decide(true, own)
  expect(await messages.execute()).toEqual([])
  await decide(false, coach)
  const [message, ...others] = await messages.execute()
  expect(others).toEqual([])
  expect(message).toMatchObject({ kind: 'consentRecorded' })
  expect(JSON.stringify(message)).not.toMatch(/consent(?!Recorded)|record(ing|ed on)|analy|therap/i)
  const { notices } = (await call({ url: '/api/my-notices' }, own)).json<{
    notices: { text: string; path: string }[]
  }>()
  expect(notices).toMatchObject([
    {
      text: 'anna recorded a choice that you made in a session. You can see it and undo it.',
      path: '/app/privacy',
    },
  ])
})

test.each<[string, (boolean | null)[], boolean | null]>([
  ['nothing decided', [], null],
  ['given by the client', [true], true],
])('undo restores what was before: %s', async (_what, before, restored) => {
  for (const it of before) if (it !== null) await decide(it, own)
  await decide(!restored, coach)
  expect(await isGiven()).toBe(!restored)
  expect((await undoLatest()).statusCode).toBe(200)
  expect(await latest()).toMatchObject({
    ...{ isGiven: restored, isSaidInSession: false, by: `client ${clientId}` },
  })
  expect(await isGiven()).toBe(restored === true)
})

test('only the newest decision is undone, if staff recorded it, and by the client alone', async () => {
  await decide(true, coach)
  const given = (await latest())?.id ?? ''
  for (const cookie of [coach, admin]) expect((await undo(given, cookie)).statusCode).toBe(403)
  expect((await undo(given, await signIn(emails.client))).statusCode).toBe(404)
  await decide(false, coach)
  expect((await undo(given)).json()).toMatchObject({ code: 'stale' })
  await decide(true, own)
  expect((await undoLatest()).json()).toMatchObject({ code: 'stale' })
  expect(await isGiven()).toBe(true)
})

test('the coach is told of what the client changed, not of what they recorded meanwhile', async () => {
  await decideConsents(call, clientId, { recording: true, analysis: true }, { cookie: own })
  await db.deleteFrom('message').execute()
  const toldOf = async () =>
    (await call({ url: '/api/my-notices' }, coach)).json<{ notices: unknown[] }>().notices
  await decide(false, own)
  expect(await toldOf()).toHaveLength(1)
  await decideConsents(call, clientId, { analysis: false }, { cookie: coach, reader: own })
  await decide(true, own)
  expect(await toldOf()).toEqual([])
})
