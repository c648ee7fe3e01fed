import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authUserCacheMs, getUser } from '#contract/auth.ts'
import { readCrm } from '#contract/crm.ts'
import { definitionKinds } from '#contract/definitions.ts'
import type { JsonRead } from '#contract/endpoint.ts'
import { getAnalysis } from '#contract/analysis.ts'
import { getBrief } from '#contract/briefs.ts'
import { readExecution } from '#contract/executions.ts'
import { listEgress, listIntegrations, openIntegration } from '#contract/integrations.ts'
import { getRecordingsMove } from '#contract/move-recordings.ts'
import { listMyDataReaders } from '#contract/my-plan.ts'
import { getQuestionnaire } from '#contract/questionnaires.ts'
import { getUsualSlot, listSessionsAround } from '#contract/schedule.ts'
import { getSession, getSessionsAndMetrics } from '#contract/sessions.ts'
import { getSharedConversation, getTranscriptDraft } from '#contract/transcripts.ts'
import { endpoints } from '#server/http/docs/contract-exports.ts'
import { newQueryClient, read } from '#web/lib/query.ts'

const goesWith = Object.values(definitionKinds).map((it) => it.goesWith)
const isRead = (it: unknown): it is JsonRead =>
  typeof it === 'object' &&
  it !== null &&
  'method' in it &&
  it.method === 'GET' &&
  'response' in it &&
  typeof it.response !== 'string'

const reads = endpoints.map(({ endpoint }) => endpoint).filter(isRead)

beforeAll(() => {
  vi.useFakeTimers()
})
afterAll(() => {
  vi.useRealTimers()
})

/** How often a read asks the server, while somebody works with a page that shows it. */
async function asked(
  endpoint: JsonRead,
  work: (page: { leave: () => void; enter: () => void }) => Promise<void>,
) {
  const queries = newQueryClient()
  queries.mount()
  let times = 0
  const query = { ...read(endpoint, {}), queryFn: async () => ++times }
  const shown = () => new QueryObserver<number, Error>(queries, query as never).subscribe(() => {})
  let leave = shown()
  await vi.advanceTimersByTimeAsync(10)
  await work({
    leave: () => leave(),
    enter: () => {
      leave = shown()
    },
  })
  await vi.advanceTimersByTimeAsync(10)
  leave()
  queries.unmount()
  queries.clear()
  return times
}
async function lookAway() {
  focusManager.setFocused(false)
  onlineManager.setOnline(false)
  await vi.advanceTimersByTimeAsync(1000)
  focusManager.setFocused(true)
  onlineManager.setOnline(true)
}

const except = (...some: { path: string }[]) =>
  reads
    .filter(({ path: it }) => !some.some((other) => other.path === it))
    .map((it) => [it.path, it] as const)

describe('specification part 1, section 9', () => {
  test('there is something to walk', () => expect(reads.length).toBeGreaterThan(20))

  test.each(except(getSessionsAndMetrics, getUser))(
    '%s is read once: not on focus, not when the network is back, not after a day',
    async (_, endpoint) => {
      const work = async () => {
        await lookAway()
        await vi.advanceTimersByTimeAsync(24 * 3_600_000)
        await lookAway()
      }
      expect(await asked(endpoint, work)).toBe(1)
    },
  )

  test.each(
    except(
      ...[getSessionsAndMetrics, getUser, getSession, getSharedConversation, getTranscriptDraft],
      ...[
        readExecution,
        getAnalysis,
        getBrief,
        ...goesWith,
        listIntegrations,
        openIntegration,
        listEgress,
        readCrm,
      ],
      getRecordingsMove,
      ...[getQuestionnaire, getUsualSlot, listSessionsAround, listMyDataReaders],
    ),
  )('%s is not stale for whoever comes back to its page', async (_, endpoint) => {
    const work = async ({ leave, enter }: { leave: () => void; enter: () => void }) => {
      leave()
      await vi.advanceTimersByTimeAsync(60_000)
      enter()
    }
    expect(await asked(endpoint, work)).toBe(1)
  })

  test.each(reads.map((it) => [it.path, it] as const))(
    '%s is not tried again',
    async (_, endpoint) => {
      const queries = newQueryClient()
      let times = 0
      const queryFn = () => {
        times++
        return Promise.reject(new Error('away'))
      }
      const options = { ...read(endpoint, {}), queryFn }
      const leave = new QueryObserver(queries, options as never).subscribe(() => {})
      await vi.advanceTimersByTimeAsync(60_000)
      leave()
      expect(times).toBe(1)
    },
  )

  test('the current user is believed for five minutes', async () => {
    const after = (ms: number) =>
      asked(getUser, async ({ leave, enter }) => {
        // Somebody else on the page holds on to it.
        enter()
        await vi.advanceTimersByTimeAsync(ms)
        leave()
        enter()
      })
    expect(await after(authUserCacheMs - 1000)).toBe(1)
    expect(await after(authUserCacheMs + 1000)).toBe(2)
  })
})

describe('specification part 2, section 4', () => {
  test('the client data bundle alone is read again on focus, and by every page that shows it', async () => {
    expect(await asked(getSessionsAndMetrics, lookAway)).toBe(2)
    const again = asked(getSessionsAndMetrics, async ({ leave, enter }) => {
      leave()
      await vi.advanceTimersByTimeAsync(10)
      enter()
    })
    expect(await again).toBe(2)
  })

  test.each([
    ['a session', getSession],
    ['a draft', getTranscriptDraft],
    ['an execution', readExecution],
    ['a questionnaire', getQuestionnaire],
    ['the secrets of a provider', openIntegration],
    ['how its calls went', listIntegrations],
    ['what left', listEgress],
    ['how a CRM stands', readCrm],
    ['who opened one’s data', listMyDataReaders],
    ['what would be deleted', definitionKinds.metricCategory.goesWith],
  ])('of %s nothing is kept that nobody looks at', async (_, endpoint) => {
    const again = asked(endpoint, async ({ leave, enter }) => {
      leave()
      await vi.advanceTimersByTimeAsync(10)
      enter()
    })
    expect(await again).toBe(2)
  })
})

test('nothing else in the web says how fresh a read is', () => {
  const said = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && file !== path.join('web', 'lib', 'query.ts'))
    .filter((file) =>
      /\b(staleTime|refetchOn\w+|refetchInterval\w*|retryOnMount|retryDelay)\b/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(said).toEqual([])
})
