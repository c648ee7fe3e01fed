import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { makeClient, makeRow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, coachId } = await testApp()
const coach = await signIn(emails.coach)

const templateId = await makeRow(db, 'template', {
  name: 'Conversation',
  type: 'diarization',
  systemPrompt: 'Be kind.',
  userPromptTemplate: '{{audioTranscript}}',
  isActive: true,
})

type Spoken = Awaited<ReturnType<typeof spokenSession>>

/** A session with a unique word, used by everything that processes its content. */
async function spokenSession() {
  // The whole id: without its digits a word may be the beginning of another.
  const word = `w${newId().replaceAll('-', '')}`
  const clientId = await makeClient(db, { coachId })
  const sessionDefinitionId = await makeRow(db, 'sessionDefinition', {
    name: 'Talk',
    displayOrder: 9,
  })
  const transcribedTextRaw = `[00:00:00] Speaker 1: I said ${word}.`
  const id = await makeSession(db, {
    clientId,
    sessionDefinitionId,
    transcribedTextRaw,
    segments: JSON.stringify([{ start: 0, end: 1, speaker: 'Speaker 1', text: word }]),
  })
  const run = await call(
    {
      method: 'POST',
      url: '/api/admin/ai-prompt-templates/execute',
      payload: { templateId, inputData: { audioTranscript: transcribedTextRaw, sessionId: id } },
    },
    coach,
  )
  const { processedText, executionId } = run.json<{ processedText: string; executionId: string }>()
  await call(
    {
      method: 'PUT',
      url: `/api/sessions/${id}`,
      payload: { transcribedTextScripted: processedText },
    },
    coach,
  )
  return { word, id, clientId, sessionDefinitionId, executionId }
}

/** The tables with a word in any column. */
async function tablesWith(word: string) {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as it where to_jsonb(it)::text like ${`%${word}%`} limit 1`.execute(
      db,
    )
    if (rows.length) found.push(name)
  }
  return found
}

const findExecution = (id: string) =>
  db.selectFrom('execution').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the content of a session', () => {
  test('is stored in the session and in the execution log', async () => {
    const { word } = await spokenSession()
    expect(await tablesWith(word)).toEqual(['public.execution', 'public.session'])
  })

  test.each([
    [
      'the session is deleted',
      async ({ id }: Spoken) => {
        const answer = await call({ method: 'DELETE', url: `/api/sessions/${id}` }, coach)
        expect(answer.statusCode).toBe(200)
      },
    ],
    [
      'its client is deleted',
      ({ clientId }: Spoken) => db.deleteFrom('client').where('id', '=', clientId).execute(),
    ],
    [
      'its session type is deleted',
      ({ sessionDefinitionId }: Spoken) =>
        db.deleteFrom('sessionDefinition').where('id', '=', sessionDefinitionId).execute(),
    ],
  ])('is deleted everywhere when %s, and the log keeps times, type and status', async (_, go) => {
    const spoken = await spokenSession()
    const before = await findExecution(spoken.executionId)
    await go(spoken)
    expect(await tablesWith(spoken.word)).toEqual([])
    expect(await findExecution(spoken.executionId)).toEqual({
      ...before,
      sessionId: null,
      inputData: null,
      outputData: null,
    })
  })
})
