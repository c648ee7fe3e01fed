import { expect, test } from 'vitest'
import { makeRecording } from '../../../test/make-recording.ts'
import { makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { deps, db, call, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const coach = await signIn(emails.coach)

test('starting or cancelling while the session is deleted never fails unexpectedly', async () => {
  const statuses = new Map<number, number>()
  for (let round = 0; round < 60; round++) {
    const id = await makeSession(db, { clientId, sessionDefinitionId })
    await makeRecording(deps, id)
    const asked = ['transcribe', 'transcribe', 'cancel-transcription'].map((what) =>
      call({ method: 'POST', url: `/api/sessions/${id}/${what}` }, coach),
    )
    const deleted = call({ method: 'DELETE', url: `/api/sessions/${id}` }, coach)
    expect((await deleted).statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(asked))
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((it) => ![200, 404, 409].includes(it))).toEqual([])
  // Ensures that the two were concurrent.
  expect(statuses.get(404)).toBeGreaterThan(0)
}, 60_000)
