import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '../../platform/http/docs/contract-exports.ts'
import { newId } from '../../platform/ids.ts'
import { exportFile, exportsFolder } from '../person-exports/export-files.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  auditEntries,
  daysFromNow,
  getRow,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
} from '../../test/make.ts'
import { calm, questionnaireCalls } from '../../test/questionnaires.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'

/** Only client content contains this word, so a response with it reveals client content. */
const said = 'zirkonblau'

const made = await testApp((given) =>
  withAdapters(given, {
    ai_analysis: { complete: async () => ({ text: said, tokensUsed: 1 }) },
  }),
)
const { db, deps, call, signIn, emails, coachId, coachUserId, sessionDefinitionId } = made
const { given, answerAll, send } = await questionnaireCalls(made)
const cookies = {
  system_admin: await signIn(emails.system),
  maylab_admin: await signIn(emails.admin),
  coach_user: await signIn(emails.coach),
  org_user: await signIn(emails.org),
}
const metricDefinitionId = await makeMetric(db, { key: 'stress' })
const templateId = await makeRow(db, 'template', {
  ...{ name: 'Kind', type: 'diarization', isActive: true },
  ...{ systemPrompt: 'x', userPromptTemplate: '{{audioTranscript}}' },
})
const { id: templateVersionId } = await db
  .selectFrom('templateVersion')
  .select('id')
  .where('templateId', '=', templateId)
  .executeTakeFirstOrThrow()

/** A client with the word in every kind of content, and an administrator signed in to their account. */
async function plant() {
  const email = `client.${newId()}@example.com`
  const userId = await makeUser(db, { email, roles: ['client_user'] })
  const clientId = await makeClient(db, {
    ...{ userId, coachId, transcriptionTerms: [said], riskLevelReason: said },
    manualRiskLevel: 'high',
  })
  const segments = JSON.stringify([{ start: 0, end: 1, speaker: 'A', text: said }])
  const sessionId = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, transcribedTextRaw: said },
    ...{
      transcribedTextScripted: `Coach: How are you?\n\nClient: I'll call ${said} on Monday.`,
      segments,
      originalSegments: segments,
    },
  })
  const nextId = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, sessionDate: daysFromNow(1) },
  })
  const recordingId = await makeRecording(deps, sessionId)
  await updateRow(db, 'recording', recordingId, { posterKey: recordingId })
  await makeRow(db, 'newTranscript', { sessionId, recordingId, segments, warnings: [] })
  for (const user of [coachUserId, made.systemUserId])
    await makeRow(db, 'transcriptDraft', {
      ...{ sessionId, userId: user, segments, transcriptVersion: 1 },
    })
  await db.insertInto('conversationShare').values({ sessionId, sharedBy: coachUserId }).execute()
  const quotes = JSON.stringify([{ text: said, reason: said, isProtective: false, place: null }])
  const valueId = await makeRow(db, 'analysisValue', {
    ...{ sessionId, templateType: 'metric_extraction', key: 'stress', metricDefinitionId },
    ...{ conversationVersion: 1, machineValue: 50 },
    quotes,
  })
  const riskId = await makeRow(db, 'analysisValue', {
    ...{ sessionId, templateType: 'burnout_assessment', key: 'risk_score', quotes },
    ...{ conversationVersion: 1, machineValue: 50 },
  })
  await makeRow(db, 'metricValue', {
    ...{ clientId, metricDefinitionId, sessionId, weekNumber: 5, numericValue: 50 },
    analysisValueId: valueId,
  })
  await makeRow(db, 'burnoutAssessment', {
    ...{
      clientId,
      weekNumber: 5,
      riskScore: 50,
      source: 'model',
      reason: said,
      analysisValueId: riskId,
    },
  })
  const quote = {
    ...{ text: said, turn: 1, speaker: 'Client', time: null },
    session: { id: sessionId, name: 'x', date: daysFromNow(-1) },
  }
  await makeRow(db, 'sessionBrief', {
    ...{ sessionId, status: 'done', mentionedSessions: [sessionId] },
    content: JSON.stringify({
      ...{ said: [{ ...quote, about: 'x' }], metrics: [], burnout: null, risk: null, due: [] },
      ...{ promised: [], questions: [], disagreements: [], isWithoutWords: false },
    }),
  })
  await makeRow(db, 'burnoutAssessment', {
    ...{ clientId, weekNumber: 4, riskScore: 10, source: 'person' },
  })
  const messageId = await makeRow(db, 'message', {
    ...{ kind: 'sharedConversation', language: 'en', userId, recipient: email, subject: 'x' },
    ...{ body: 'x', short: 'x', placeholderValues: '{}' },
  })
  const executionId = await makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'Kind', isSuccess: true, executionTimeMs: 1 },
    ...{ sessionId, contextId: clientId, templateId, templateVersionId },
    inputData: JSON.stringify({ audioTranscript: said }),
    outputData: JSON.stringify({ processedText: said }),
  })
  const own = await signIn(email)
  const questionnaireId = await given(clientId, { note: said })
  await answerAll(questionnaireId, own, calm)
  await send(questionnaireId, own)
  const impersonated = await made.impersonate(userId)
  const exportId = await makeRow(db, 'personExport', {
    ...{ clientId, requestedBy: made.systemUserId, hasPassword: false, status: 'done' },
    expiresAt: daysFromNow(2),
  })
  mkdirSync(exportsFolder(deps.config.dataDir), { recursive: true })
  writeFileSync(exportFile(deps.config.dataDir, exportId), 'PK')
  return {
    ...{ exportId, messageId },
    ...{ clientId, sessionId, nextId, recordingId, valueId, executionId, questionnaireId },
    impersonated,
  }
}
type Planted = Awaited<ReturnType<typeof plant>>
const planted = await plant()
beforeEach(() => db.deleteFrom('auditEntry').execute())

/** The id to insert into a path, by path prefix. */
const listIds = (it: Planted) => ({
  '/api/clients/': it.clientId,
  '/api/admin/clients/': it.clientId,
  '/api/admin/messages/': it.messageId,
  '/api/person-exports/': it.exportId,
  '/api/my-client-data/': it.clientId,
  '/api/sessions/': it.sessionId,
  '/api/recordings/': it.recordingId,
  '/api/questionnaires/': it.questionnaireId,
  '/api/analysis-values/': it.valueId,
  '/api/admin/ai-prompt-execution-logs/': it.executionId,
})
const prompts = { systemPrompt: 'x', userPromptTemplate: '{{audioTranscript}}' }

type Asked = { query?: string; body?: object; id?: string }
/** What a call needs besides the ids in its path. */
const asked = (it: Planted): Record<string, Asked | undefined> => ({
  downloadTranscript: { query: 'what=transcript&format=txt' },
  metricValueHistory: { query: `metricDefinitionId=${metricDefinitionId}&weekNumber=5` },
  assessmentHistory: { query: 'weekNumber=5' },
  readPlaceholderValues: { query: `sessionId=${it.sessionId}` },
  getConflicts: { query: `at=${daysFromNow(2)}` },
  previewTemplate: { body: { ...prompts, type: 'diarization', sessionId: it.sessionId } },
  tryTemplate: { body: { ...prompts, type: 'diarization', sessionId: it.sessionId } },
  executeTemplate: {
    body: { templateId, inputData: { sessionId: it.sessionId, audioTranscript: said } },
  },
  analyseSession: { body: {} },
  assignCoach: { body: { coachId } },
  decideConsents: { body: { decisions: [] } },
  getMyDay: { query: `from=${daysFromNow(0)}` },
  decideValue: { body: { decision: null, version: 1 } },
  prepareSession: { id: it.nextId },
  updateSession: { body: { status: 'completed' } },
  shareConversation: { body: { version: 1 } },
  scheduleSession: { body: { sessionDefinitionId, sessionDate: daysFromNow(2) } },
})

async function ask(name: string, endpoint: Endpoint, it: Planted, cookie: string | undefined) {
  const { query, body, id } = asked(it)[name] ?? {}
  const ids = Object.entries(listIds(it))
  const known = ids.find(([path]) => endpoint.path.startsWith(path))?.[1]
  const path = endpoint.path.replaceAll(/\{\w+\}/g, id ?? known ?? newId())
  const url = query ? `${path}?${query}` : path
  return {
    answer: await call({ method: endpoint.method, url, ...(body && { payload: body }) }, cookie),
    isOfClient: known !== undefined,
  }
}

/** Response fields that contain client content. */
const contentFields =
  /"(transcribedTextRaw|segments|quotes?|processedText|outputData|userPrompt|numericValue|riskLevel|consents|body)":/

const isClosed = ({
  endpoint: { response, shows, changes, ...it },
}: (typeof endpoints)[number]) => {
  if ((shows ?? changes)?.includes('golden-transcript')) return false
  if (response === 'bytes')
    return it.method === 'GET' && shows?.some((noun) => ['client', 'session'].includes(noun))
  if (response === 'events') return false
  return contentFields.test(JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' })))
}

test('every endpoint with client content declares in the contract what it opens', () => {
  const silent = endpoints.filter((it) => isClosed(it) && !it.endpoint.opens)
  expect(silent.map(({ name }) => name)).toEqual([
    // The client's own.
    'undoConsent',
    // Values that the person just entered.
    'writeMetricValues',
  ])
})

// Deletions come last: all calls are about one client.
const isDeletion = ({ endpoint }: (typeof endpoints)[number]) =>
  Number(endpoint.method === 'DELETE')
const opening = endpoints
  .filter(({ endpoint }) => endpoint.opens)
  .toSorted((a, b) => isDeletion(a) - isDeletion(b))
test.each(opening)('$name is audited for the client', async ({ name, endpoint }) => {
  const { access } = endpoint
  const role = typeof access === 'string' ? undefined : access[0]
  const cookie = role === undefined || role === 'client_user' ? planted.impersonated : cookies[role]
  if (name === 'cancelAnalysis') {
    const analyse = endpoints.find((other) => other.name === 'analyseSession')
    if (analyse) await ask('analyseSession', analyse.endpoint, planted, cookie)
    await db.deleteFrom('auditEntry').execute()
  }
  const { sessionDate } = await getRow(db, 'session', planted.sessionId)
  if (name === 'cancelSession')
    await updateRow(db, 'session', planted.sessionId, { sessionDate: daysFromNow(1) })
  if (name === 'openDirectLink') {
    const url = `/api/sessions/${planted.sessionId}/recording/link`
    const link = await call({ method: 'POST', url }, cookies.coach_user)
    await call({ url: link.json<{ url: string }>().url })
  } else {
    const { answer } = await ask(name, endpoint, planted, cookie)
    expect(answer.statusCode, answer.body).toBeLessThan(400)
  }
  if (name === 'cancelSession')
    await updateRow(db, 'session', planted.sessionId, {
      ...{ sessionDate, archivedAt: null, cancelledAt: null },
    })
  const entries = await auditEntries(db, { clientId: planted.clientId }, [
    'action',
    'tableName',
    'sessionId',
  ])
  const actions = entries.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining([...(endpoint.opens ?? [])]))
  // Each action is recorded once.
  expect(actions.length).toBe(new Set(actions).size)
  const ofSessions = entries.filter(({ tableName }) => /session|recording/.test(tableName ?? ''))
  expect(ofSessions.filter(({ sessionId }) => sessionId === null)).toEqual([])
})

const silentReads = endpoints.filter(
  ({ endpoint: { method, opens, response } }) =>
    method === 'GET' && !opens && response !== 'events',
)
test.each(silentReads)('$name returns no client content', async ({ name, endpoint }) => {
  for (const cookie of [...Object.values(cookies), planted.impersonated]) {
    const { answer, isOfClient } = await ask(name, endpoint, planted, cookie)
    expect(answer.body).not.toContain(said)
    // A failed call would contain nothing either.
    // Only who takes part can join a session.
    const refusals = name === 'joinSession' ? [403, 404] : [403]
    if (isOfClient) expect([200, ...refusals]).toContain(answer.statusCode)
  }
})
