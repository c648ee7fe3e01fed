import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../platform/http/docs/contract-exports.ts'
import { endpointCalls } from '../../test/every-endpoint.ts'
import { auditEntries, daysFromNow, getRow, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'

/** Only client content contains this word, so a response with it reveals client content. */
const said = 'zirkonblau'

const made = await testApp((given) =>
  withAdapters(given, {
    ai_analysis: { complete: async () => ({ text: said, tokensUsed: 1 }) },
  }),
)
const { db, call } = made
const { plant, ask, cookies } = await endpointCalls(made, said)
const planted = await plant()
beforeEach(() => db.deleteFrom('auditEntry').execute())

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
