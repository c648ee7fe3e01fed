import { describe, expect, test } from 'vitest'
import type {
  Template,
  TemplateVersionWithPrompts,
  TemplateVersion,
} from '#contract/prompts/prompts.ts'
import type { TemplateCheck } from '#contract/prompts/template-checks.ts'
import type { Completion } from '../../../providers/llm/llm.ts'
import { auditEntries } from '../../../test/make.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

/** Prompts that contain "Fail" get an answer that no golden transcript allows. */
const app = await testApp((given) =>
  withAdapters(given, {
    ai_analysis: {
      complete: async ({ system: said, input }): Promise<Completion> => ({
        text: said.includes('Fail') ? 'A diagnosis.' : (input['audioTranscript'] ?? ''),
        ...{ tokensUsed: 12, model: 'gpt-5' },
      }),
    },
  }),
)
const { db, call, signIn, emails } = app
const system = await signIn(emails.system)
const url = '/api/admin/ai-prompt-templates'
type Call = NonNullable<Parameters<typeof call>[0]['method']>
const ask = (method: Call, path: string, payload?: object) =>
  call({ method, url: `${url}${path}`, ...(payload && { payload }) }, system)

const present = {
  version: '1',
  systemPrompt: 'Be kind.',
  userPromptTemplate: '{{audioTranscript}}',
}
const text = (systemPrompt: string) => ({ ...present, systemPrompt })
async function make(values: object = {}) {
  const form = { name: 'Careful', type: 'diarization', ...present, isActive: true, ...values }
  const answer = await ask('POST', '', form)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Required<Template>>()
}
async function propose(id: string, words: object) {
  const answer = await ask('POST', `/${id}/versions`, words)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<TemplateVersion>()
}
const use = async (id: string, number: number, payload?: object) => {
  const answer = await ask('POST', `/${id}/versions/${number}/restore`, payload)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Required<Template>>()
}
const template = async (id: string) =>
  (await ask('GET', '')).json<Required<Template>[]>().find((it) => it.id === id)
const texts = async (id: string) =>
  (await ask('GET', `/${id}/versions`))
    .json<TemplateVersion[]>()
    .map(({ number, isUsed }) => [number, isUsed])
const entries = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action', 'details'])).slice(2)
async function check(id: string, number?: number) {
  const begun = await ask('POST', `/${id}/check`, number === undefined ? {} : { number })
  expect(begun.statusCode, begun.body).toBe(200)
  while (await runQueuedJobs(app, 'check-template'));
  const asked = number === undefined ? '' : `?number=${number}`
  return (await ask('GET', `/${id}/check${asked}`)).json<TemplateCheck>()
}

describe('a draft', () => {
  test('is saved under the next number with its author, without affecting the current version', async () => {
    const before = await make()
    const kept = await propose(before.id, { ...text('Be brief.'), version: 'beta' })
    expect(kept).toEqual({
      ...{ id: expect.any(String), number: 2, version: 'beta', authorName: 'sys admin' },
      ...{ createdAt: expect.any(String), isUsed: false },
    })
    expect(await template(before.id)).toEqual({ ...before, lastCheck: null })
    expect(await texts(before.id)).toEqual([
      [2, false],
      [1, true],
    ])
    const said = (await ask('GET', `/${before.id}/versions/2`)).json<TemplateVersionWithPrompts>()
    expect(said).toMatchObject({ systemPrompt: 'Be brief.', isUsed: false })
    expect(await entries(before.id)).toEqual([
      { action: 'template-text-proposed', details: { version: 2, type: 'diarization' } },
    ])
  })

  test('is reused for the same prompts, as is the current version', async () => {
    const { id } = await make()
    const first = await propose(id, text('Be brief.'))
    await propose(id, text('Be quick.'))
    expect(await propose(id, text('Be brief.'))).toEqual(first)
    expect(await propose(id, present)).toMatchObject({ number: 1, isUsed: true })
    await use(id, 2)
    expect(await propose(id, text('Be brief.'))).toMatchObject({ number: 2, isUsed: true })
    expect(await texts(id)).toHaveLength(3)
    expect((await entries(id)).map(({ action }) => action)).toEqual([
      ...['template-text-proposed', 'template-text-proposed', 'template-activated'],
    ])
    // An earlier version is saved as a new draft.
    expect(await propose(id, present)).toMatchObject({ number: 4, isUsed: false })
  })

  test('is rejected if the template has changed since it was read', async () => {
    const { id, rowVersion: readVersion } = await make()
    await ask('PUT', `/${id}`, { name: 'Kinder' })
    const answer = await ask('POST', `/${id}/versions`, { ...text('Be brief.'), readVersion })
    expect(answer.json()).toMatchObject({ code: 'stale' })
    expect(await texts(id)).toEqual([[1, true]])
  })

  test('is saved once by concurrent requests with the same prompts, and otherwise twice', async () => {
    const { id } = await make()
    const same = await Promise.all([1, 2, 3].map(() => propose(id, text('Be brief.'))))
    expect(same.map(({ number }) => number)).toEqual([2, 2, 2])
    const others = await Promise.all(['A', 'B', 'C'].map((it) => propose(id, text(it))))
    expect(new Set(others.map(({ number }) => number))).toEqual(new Set([3, 4, 5]))
  })
})

describe('changing the prompts while there is a draft', () => {
  test('uses the next number, and keeps the draft', async () => {
    const { id } = await make()
    await propose(id, text('Be brief.'))
    const answer = await ask('PUT', `/${id}`, { systemPrompt: 'Be quick.' })
    expect(answer.json()).toMatchObject({ versionNumber: 3, systemPrompt: 'Be quick.' })
    expect(await texts(id)).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ])
  })

  test('to those of the draft uses the draft', async () => {
    const { id } = await make()
    await propose(id, text('Be brief.'))
    await propose(id, text('Be quick.'))
    const answer = await ask('PUT', `/${id}`, { systemPrompt: 'Be brief.' })
    expect(answer.json()).toMatchObject({ versionNumber: 2, systemPrompt: 'Be brief.' })
    const next = await ask('PUT', `/${id}`, { systemPrompt: 'Be slow.' })
    expect(next.json()).toMatchObject({ versionNumber: 4 })
    expect(await texts(id)).toEqual([
      [4, true],
      [3, false],
      [2, true],
      [1, true],
    ])
  })
})

describe('the check of a draft', () => {
  test('runs it next to the current version, whose result does not change', async () => {
    const { id } = await make()
    await propose(id, text('Fail.'))
    const asked = await check(id, 2)
    expect(asked).toMatchObject({
      ...{ versionNumber: 2, isCurrentVersion: false, total: 2, done: 2 },
      against: { name: 'Careful', versionNumber: 1, isSameTemplate: true },
    })
    expect(asked.transcripts[0]).toMatchObject({
      present: { outcome: 'failed' },
      active: { outcome: 'passed' },
    })
    expect((await template(id))?.lastCheck).toMatchObject({ isCurrentVersion: false })
    await check(id)
    for (let round = 0; round < 4; round++) await check(id, 2)
    // The result of the current version stays.
    const last = { isCurrentVersion: true, isPassed: true }
    expect((await template(id))?.lastCheck).toMatchObject(last)
  })
})

describe('using a draft', () => {
  test('makes it the current version under its own number, and logs its check and the reason', async () => {
    const { id, rowVersion } = await make()
    await propose(id, text('Fail.'))
    await check(id, 2)
    const used = await use(id, 2, { reason: ' The transcript is wrong. ' })
    expect(used).toMatchObject({ versionNumber: 2, systemPrompt: 'Fail.', isActive: true })
    expect(used.rowVersion).toBe(rowVersion + 1)
    expect(await texts(id)).toEqual([
      [2, true],
      [1, true],
    ])
    expect((await template(id))?.lastCheck).toMatchObject({ isCurrentVersion: true, failed: 1 })
    expect((await entries(id)).slice(-1)).toEqual([
      {
        action: 'template-activated',
        details: {
          ...{ type: 'diarization', version: 2, insteadOfVersion: 1 },
          ...{ check: 'failed', reason: 'The transcript is wrong.' },
        },
      },
    ])
    // Repeating it changes nothing.
    expect(await use(id, 2, { reason: 'Again.' })).toEqual(used)
    expect((await entries(id)).filter((it) => it.action === 'template-activated')).toHaveLength(1)
  })

  test('is possible after later changes; an earlier version is copied to a new one', async () => {
    const { id } = await make()
    await propose(id, text('Be brief.'))
    await ask('PUT', `/${id}`, { systemPrompt: 'Be quick.' })
    expect(await use(id, 2)).toMatchObject({ versionNumber: 2, systemPrompt: 'Be brief.' })
    expect(await use(id, 3)).toMatchObject({ versionNumber: 4, systemPrompt: 'Be quick.' })
    expect(await use(id, 2)).toMatchObject({ versionNumber: 5, systemPrompt: 'Be brief.' })
    const restored = (await entries(id)).filter((it) => it.action === 'template-restored')
    expect(restored.map(({ details }) => details)).toMatchObject([{ from: 3 }, { from: 2 }])
  })
})
