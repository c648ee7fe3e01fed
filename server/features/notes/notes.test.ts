import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type FoundNote, type Note, maxNoteVersions } from '#contract/notes/notes.ts'
import { auditEntries, makeClient, makeSession, updateRow } from '../../test/make.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const app = await testApp()
const { db, deps, call, signIn, emails, coachId, coachUserId, sessionDefinitionId } = app
const coach = await signIn(emails.coach)
const other = await signIn(emails.otherCoach)

const newClient = () => makeClient(db, { coachId })
const at = (clientId: string, sessionId?: string) =>
  `/api/clients/${clientId}/note${sessionId ? `?sessionId=${sessionId}` : ''}`
const save = (url: string, text: string, version?: number, cookie = coach) =>
  call({ method: 'PUT', url, payload: { text, version } }, cookie)
const read = async (url: string, cookie = coach) =>
  (await call({ url }, cookie)).json<{ note: Note | null }>().note
const versions = async (url: string) => {
  const answer = await call({ url: url.replace('/note', '/note/versions') }, coach)
  return answer.json<{ text: string }[]>().map(({ text }) => text)
}
const search = async (q: string, cookie = coach) => {
  const url = `/api/my-notes?limit=50&q=${encodeURIComponent(q)}`
  return (await call({ url }, cookie)).json<FoundNote[]>()
}
/** As if what was typed so far was typed so many minutes earlier. */
const wait = (minutes: number) =>
  sql`update note set typing_since = typing_since - ${minutes} * interval '1 minute'`.execute(db)

describe('a note', () => {
  test('is one for the client and one for each session', async () => {
    const clientId = await newClient()
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    expect((await call({ url: at(clientId) }, coach)).json()).toEqual({
      ...{ note: null, isForNextCoach: false },
    })
    expect((await save(at(clientId), 'About them', 0)).json()).toMatchObject({ version: 1 })
    expect((await save(at(clientId, sessionId), 'About that day', 0)).json<Note>().version).toBe(1)
    expect((await read(at(clientId)))?.text).toBe('About them')
    expect((await read(at(clientId, sessionId)))?.text).toBe('About that day')
  })

  test('of another window is not overwritten, and both are kept when the author decides', async () => {
    const url = at(await newClient())
    await save(url, 'One', 0)
    await save(url, 'Two', 1)
    const refused = await save(url, 'Three', 1)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'stale' })
    expect((await save(url, 'Three')).statusCode).toBe(200)
    expect(await read(url)).toMatchObject({ text: 'Three', version: 3 })
    expect(await versions(url)).toEqual(['Two'])
  })

  test('that begins in two windows at once has one winner', async () => {
    const url = at(await newClient())
    const saves = await Promise.all(['One', 'Two', 'Three'].map((text) => save(url, text, 0)))
    expect(listStatusCodes(saves)).toEqual([200, 409, 409])
  })

  test('is saved when the answer to the same save was lost', async () => {
    const url = at(await newClient())
    await save(url, 'One', 0)
    expect((await save(url, 'One', 0)).json()).toMatchObject({ version: 1 })
  })

  test('has a version for ten minutes of typing', async () => {
    const url = at(await newClient())
    await save(url, 'One', 0)
    await save(url, 'One two', 1)
    await wait(9)
    await save(url, 'One two three', 2)
    expect(await versions(url)).toEqual([])
    await wait(2)
    await save(url, 'One two three four', 3)
    expect(await versions(url)).toEqual(['One two three'])
    await save(url, 'One two three four five', 4)
    expect(await versions(url)).toEqual(['One two three'])
  })

  test('has a version of the text of which most was removed', async () => {
    const url = at(await newClient())
    await save(url, 'A long afternoon', 0)
    await save(url, '', 1)
    expect(await versions(url)).toEqual(['A long afternoon'])
  })

  test('has a limited number of versions', async () => {
    const url = at(await newClient())
    for (let number = 0; number <= maxNoteVersions + 2; number++) await save(url, `Text ${number}`)
    const kept = await versions(url)
    expect(kept).toHaveLength(maxNoteVersions)
    expect([kept[0], kept.at(-1)]).toEqual([`Text ${maxNoteVersions + 1}`, 'Text 2'])
  })

  test('is not about a session of another client', async () => {
    const sessionId = await makeSession(db, { clientId: await newClient(), sessionDefinitionId })
    const url = at(await newClient(), sessionId)
    expect((await save(url, 'One', 0)).statusCode).toBe(404)
    expect((await call({ url }, coach)).statusCode).toBe(404)
  })
})

describe('the search', () => {
  test('finds words in the own notes, newest first', async () => {
    const clientId = await newClient()
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    await save(at(clientId), 'Her Søster moved to Århus', 0)
    await save(at(clientId, sessionId), 'The søster again', 0)
    expect(await search('soster')).toMatchObject([
      { clientId, text: 'The søster again', session: { id: sessionId, name: 'Weekly coaching' } },
      { clientId, text: 'Her Søster moved to Århus', session: null },
    ])
    expect(await search('soster århus')).toHaveLength(1)
    expect(await search('soster', other)).toEqual([])
  })
})

describe('when the client gets another coach', () => {
  afterEach(() => void Object.assign(deps.installation, { notesForNextCoach: false }))

  async function reassigned() {
    const clientId = await newClient()
    await save(at(clientId), 'Vertraut', 0)
    await updateRow(db, 'client', clientId, { coachId: app.otherCoachId })
    const former = (cookie: string) =>
      call({ url: `/api/clients/${clientId}/former-notes` }, cookie)
    return { clientId, former }
  }

  test('the former coach reads and finds the note no more, until the client is back', async () => {
    const { clientId } = await reassigned()
    expect((await call({ url: at(clientId) }, coach)).statusCode).toBe(404)
    expect((await save(at(clientId), 'More')).statusCode).toBe(404)
    expect((await search('vertraut')).map((it) => it.clientId)).not.toContain(clientId)
    await updateRow(db, 'client', clientId, { coachId })
    expect((await read(at(clientId)))?.text).toBe('Vertraut')
  })

  test('the next one reads it only where the setting says so, with its author, and is audited', async () => {
    const { clientId, former } = await reassigned()
    expect((await former(other)).json()).toEqual([])
    Object.assign(deps.installation, { notesForNextCoach: true })
    expect((await former(other)).json()).toMatchObject([
      { author: expect.any(String), text: 'Vertraut' },
    ])
    expect(await read(at(clientId), other)).toBeNull()
    expect(await search('vertraut', other)).toEqual([])
    expect(await auditEntries(db, { action: 'former-notes-opened', clientId })).toMatchObject([
      { userId: app.otherCoachUserId },
    ])
    expect((await former(coach)).statusCode).toBe(404)
  })
})

test('an administrator who is a coach too has notes about the own clients only', async () => {
  const clientId = await newClient()
  await updateRow(db, 'user', app.otherCoachUserId, { roles: ['coach_user', 'system_admin'] })
  expect((await call({ url: at(clientId) }, await signIn(emails.otherCoach))).statusCode).toBe(404)
})

test('nobody who is signed in as the coach reads, finds or writes a note', async () => {
  const clientId = await newClient()
  await save(at(clientId), 'Only mine', 0)
  const impersonated = await app.impersonate(coachUserId)
  for (const url of [
    at(clientId),
    `/api/clients/${clientId}/note/versions`,
    `/api/clients/${clientId}/former-notes`,
    '/api/my-notes?limit=5&q=mine',
  ])
    expect((await call({ url }, impersonated)).statusCode).toBe(403)
  expect((await save(at(clientId), 'Theirs', 1, impersonated)).statusCode).toBe(403)
})
