import { mkdirSync, writeFileSync } from 'node:fs'
import type { Endpoint } from '#contract/endpoint.ts'
import { exportFile, exportsFolder } from '../features/person-exports/export-files.ts'
import { newId } from '../platform/ids.ts'
import { makeRecording } from './make-recording.ts'
import {
  daysFromNow,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  makeUser,
  updateRow,
} from './make.ts'
import { calm, questionnaireCalls } from './questionnaires.ts'
import type { testApp } from './test-app.ts'

type Made = Awaited<ReturnType<typeof testApp>>
type Asked = { query?: string; body?: object; id?: string }

/** Calls any endpoint of the contract about a client whose content has the word `said`. */
export async function endpointCalls(made: Made, said: string) {
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

  type Planted = Awaited<ReturnType<typeof plant>>
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
    await makeRow(db, 'sessionRequest', {
      ...{ clientId, coachId, sessionDefinitionId, durationMinutes: 50, held: '{}' },
      ...{ startsAt: daysFromNow(9), lapsesAt: daysFromNow(2), requestedBy: userId },
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
      ...{ exportId, messageId, own, email },
      ...{ clientId, sessionId, nextId, recordingId, valueId, executionId, questionnaireId },
      impersonated,
    }
  }

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

  /** `q`: searches for it. */
  async function ask(
    name: string,
    endpoint: Endpoint,
    it: Planted,
    cookie: string | undefined,
    q?: string,
  ) {
    const { query = q && `limit=50&q=${encodeURIComponent(q)}`, body, id } = asked(it)[name] ?? {}
    const ids = Object.entries(listIds(it))
    const known = ids.find(([path]) => endpoint.path.startsWith(path))?.[1]
    const path = endpoint.path.replaceAll(/\{\w+\}/g, id ?? known ?? newId())
    const url = query ? `${path}?${query}` : path
    return {
      answer: await call({ method: endpoint.method, url, ...(body && { payload: body }) }, cookie),
      isOfClient: known !== undefined,
    }
  }

  return { plant, ask, cookies }
}
