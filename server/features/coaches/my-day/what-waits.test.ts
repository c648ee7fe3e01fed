import { expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import type { MyDay } from '#contract/coaches/my-day.ts'
import { pendingStep } from '#contract/sessions/session-needs.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import { daysFromNow, makeClient, makeSession, updateRow } from '../../../test/make.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = await testApp()
const coach = await signIn(emails.coach)

const times = [
  { sessionDate: daysFromNow(-2) },
  { sessionDate: daysFromNow(2) },
  { sessionDate: daysFromNow(-2), completedAt: daysFromNow(-1) },
  { sessionDate: daysFromNow(-2), archivedAt: daysFromNow(-1) },
]
const texts = [null, 'Hello.']
/** The recording of a transcript: unknown, the current one, or an earlier one. */
const sources = [() => null, (present: string | null) => present, () => newId()]
const every = times.flatMap((time) =>
  texts.flatMap((transcribedTextRaw) =>
    texts.flatMap((transcribedTextScripted) =>
      sources.flatMap((transcribedFrom) =>
        [true, false].map((isRecorded) => ({
          ...{ values: { ...time, transcribedTextRaw, transcribedTextScripted } },
          ...{ transcribedFrom, isRecorded },
        })),
      ),
    ),
  ),
)

const workOf = (session: Session) => {
  const need = pendingStep(session)
  return need === 'transcript' ? 'transcription' : need
}
const read = async <Answer>(url: string) => (await call({ url }, coach)).json<Answer>()

test('session, plan, client list and day of the coach agree on the pending work of a session', async () => {
  const results: { drawer: unknown; plan: unknown; client: string }[] = []
  for (const { values, transcribedFrom, isRecorded } of every) {
    const clientId = await makeClient(db, { coachId })
    const id = await makeSession(db, { clientId, sessionDefinitionId, ...values })
    const recordingId = isRecorded ? await makeRecording(deps, id) : null
    await updateRow(db, 'session', id, { transcribedRecordingId: transcribedFrom(recordingId) })
    const drawer = await read<Session>(`/api/sessions/${id}?transcripts=omit`)
    const plan = await read<{ sessions: Session[] }>(
      `/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
    )
    results.push({
      ...{ drawer: workOf(drawer), plan: workOf(plan.sessions[0] as Session), client: clientId },
    })
  }
  const { waiting } = await read<MyDay>(`/api/my-day?from=${encodeURIComponent(daysFromNow(-0.5))}`)
  for (const work of ['recording', 'transcription', 'conversation'] as const) {
    const listed = await read<Client[]>(`/api/my-coach-clients?waitingFor=${work}`)
    const those = (of: 'drawer' | 'plan') =>
      results.filter((it) => it[of] === work).map((it) => it.client)
    expect(those('drawer').length).toBeGreaterThan(0)
    expect(those('plan')).toEqual(those('drawer'))
    expect(listed.map(({ id }) => id).toSorted()).toEqual(those('drawer').toSorted())
    expect(waiting[work].count).toBe(those('drawer').length)
  }
}, 120_000)
