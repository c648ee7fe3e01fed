import { expect, test } from 'vitest'
import type { CoachSuggestion } from '#contract/clients/coach-suggestions.ts'
import { newId } from '../../../platform/ids.ts'
import { makeClient, makeRow, makeUser, updateRow } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, coachId } = await testApp()
const admin = await signIn(emails.admin)
const suggest = (clientId: string, cookie = admin) =>
  call({ url: `/api/admin/clients/${clientId}/coach-suggestions` }, cookie)

let people = 0
async function makeCoach(values = {}) {
  const userId = await makeUser(db, {
    email: `suggested${++people}@example.com`,
    roles: ['coach_user'],
  })
  const row = await db
    .selectFrom('coach')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!row) return makeRow(db, 'coach', { userId, status: 'active', ...values })
  await updateRow(db, 'coach', row.id, { status: 'active', ...values })
  return row.id
}

test('coaches who suit a client are suggested with what speaks for them', async () => {
  await updateRow(db, 'coach', coachId, { status: 'inactive' })
  const organizationId = await makeRow(db, 'organization', {
    ...{ name: 'Nordlys', country: 'Denmark', inviteToken: newId() },
  })
  const clientId = await makeClient(db, { organizationId, transcriptionLanguage: 'da' })
  const busy = await makeCoach({ country: 'Sweden' })
  await makeClient(db, { coachId: busy })
  const near = await makeCoach({ country: 'Denmark' })
  await makeClient(db, { coachId: near, transcriptionLanguage: 'da' })
  const away = await makeCoach({ country: 'Denmark', status: 'on_leave' })

  const suggested = (await suggest(clientId)).json<CoachSuggestion[]>()
  expect(suggested[0]).toMatchObject({
    ...{ coachId: near, clients: 1, country: 'Denmark', language: 'da' },
    nextFreeAt: expect.any(String),
  })
  expect(suggested.map((it) => it.coachId)).toContain(busy)
  expect(suggested.map((it) => it.coachId)).not.toContain(away)
})

test('only administrators get suggestions', async () => {
  const others = [emails.coach, emails.client, emails.org].map(async (it) =>
    suggest(newId(), await signIn(it)),
  )
  expect(listStatusCodes(await Promise.all(others))).toEqual([403, 403, 403])
  expect((await suggest(newId())).statusCode).toBe(404)
})
