import { beforeEach, expect, test } from 'vitest'
import type { SessionBrief } from '#contract/briefs/briefs.ts'
import { briefCalls } from '../../test/briefs.ts'
import { auditEntries } from '../../test/make.ts'
import { tablesWith } from '../../test/plant-words.ts'
import { findPerson } from '../erasures/person.queries.ts'
import { readPerson } from '../person-exports/read-person.queries.ts'

const word = 'nordlicht'
const { app, at, model, prompts, coach, work, read, made, executions } = await briefCalls()
const { db, call, signIn, emails } = app
const admin = await signIn(emails.system)

const note = (text: string, sessionId?: string) =>
  call(
    {
      method: 'PUT',
      url: `/api/clients/${at.clientId}/note${sessionId ? `?sessionId=${sessionId}` : ''}`,
      payload: { text },
    },
    coach,
  )
const include = (cookie = coach) =>
  call({ method: 'POST', url: `/api/sessions/${at.next}/brief?notes=include` }, cookie)

beforeEach(async () => {
  await db.deleteFrom('note').execute()
  model.isConnected = true
  model.answer = async () => ({ text: `It says ${word} 77.`, tokensUsed: 5, model: 'gpt-5' })
  await note(`${word} 77 of the client`)
  await note(`${word} of the last session`, at.last)
  await note(`${word} for the next session`, at.next)
})

test('a brief has no private notes unless its coach asks for them', async () => {
  model.answer = async () => ({ text: 'A calm text.', tokensUsed: 5 })
  expect(await made()).toMatchObject({ includesNotes: false, notes: [] })
  await work()
  expect(JSON.stringify(prompts)).not.toContain(word)
  expect(await read()).toMatchObject({ text: 'A calm text.', includesNotes: false, notes: [] })
})

test('a brief with private notes is shown with them to its coach, and goes to the model with them', async () => {
  expect((await include()).statusCode).toBe(200)
  await work()
  expect(prompts[0]?.user).toContain(`Private note of the coach:\n${word} 77 of the client`)
  expect(prompts[0]?.user).toContain(`${word} of the last session`)
  const { notes, ...brief } = await read()
  expect(notes.map(({ text }) => text)).toEqual([
    `${word} 77 of the client`,
    `${word} of the last session`,
    `${word} for the next session`,
  ])
  expect(brief).toMatchObject({ text: `It says ${word} 77.`, includesNotes: true })
  // The number is in the note.
  expect(brief.unsupported).toEqual([])
  const entries = await auditEntries(db, { clientId: at.clientId }, ['action', 'details'])
  const withNotes = entries.filter(({ details }) =>
    JSON.stringify(details).includes('includesNotes'),
  )
  expect(withNotes.map(({ action }) => action).toSorted()).toEqual([
    'session-prepared',
    'template-executed',
  ])
})

test('nobody else gets the notes or the text that a model wrote from them', async () => {
  await include()
  await work()
  for (const cookie of [admin, await app.impersonate(app.coachUserId)]) {
    const answer = await call({ url: `/api/sessions/${at.next}/brief` }, cookie)
    expect(answer.json<SessionBrief>()).toMatchObject({
      ...{ status: 'done', text: null, notes: [], includesNotes: true },
      content: expect.any(Object),
    })
    expect(answer.body).not.toContain(word)
  }
  expect(await executions()).toMatchObject([{ isSuccess: true, inputData: null, outputData: null }])
  expect(await tablesWith(db, word)).toEqual(['note', 'session_brief'])
  const archive = await readPerson(db, await findPerson(db, at.clientId))
  expect(JSON.stringify(archive)).not.toContain(word)
})

test('only the coach in person includes notes', async () => {
  for (const cookie of [admin, await app.impersonate(app.coachUserId)])
    expect((await include(cookie)).statusCode).toBe(403)
})

test('a brief made again without the notes has none of their words', async () => {
  await include()
  await work()
  model.isConnected = false
  await made()
  expect(await tablesWith(db, word)).toEqual(['note'])
})
