import { describe, expect, test } from 'vitest'
import {
  maxGoldenCharacters,
  type GoldenRow,
  type GoldenTranscript,
  maxExpectations,
  maxGoldenTranscripts,
} from '#contract/prompts/golden-transcripts.ts'
import { auditEntries } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails } = await testApp()
const system = await signIn(emails.system)
const url = '/api/admin/golden-transcripts'
type Call = NonNullable<Parameters<typeof call>[0]['method']>
const ask = (method: Call, path = '', payload?: object, cookie = system) =>
  call({ method, url: `${url}${path}`, ...(payload && { payload }) }, cookie)
const list = async () => (await ask('GET')).json<GoldenRow[]>()
const actions = async (rowId: string) => auditEntries(db, { rowId }, ['action', 'details'])

const form = (values: object = {}) => ({
  ...{ name: 'A calm week', type: 'session_preparation', transcript: 'Speaker 1: Hello.' },
  ...{ values: [], quotes: ['hello'], forbidden: ['diagnosis'] },
  ...values,
})
async function make(values: object = {}) {
  const answer = await ask('POST', '', form(values))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<GoldenTranscript>()
}

describe('golden transcripts', () => {
  test('three are built in, each with expectations', async () => {
    const shipped = (await list()).filter(({ type }) => type !== 'session_preparation')
    expect(shipped.map(({ type }) => type)).toEqual([
      ...['burnout_assessment', 'diarization', 'metric_extraction'],
    ])
    for (const { values, quotes, forbidden, characters } of shipped) {
      expect(quotes.length + values.length).toBeGreaterThan(1)
      expect(forbidden).toContain('diagnosis')
      expect(characters).toBeGreaterThan(300)
    }
  })

  test('are added, read, changed and deleted, audited without their text', async () => {
    const made = await make()
    expect(made).toEqual({ ...form(), id: expect.any(String), version: 1 })
    expect((await ask('GET', `/${made.id}`)).json()).toEqual(made)
    const changed = await ask(
      ...['PUT', `/${made.id}`, form({ name: 'A calmer week', quotes: [], version: 1 })],
    )
    expect(changed.json()).toMatchObject({ name: 'A calmer week', quotes: [], version: 2 })
    const row = (await list()).find(({ id }) => id === made.id)
    expect(row).toMatchObject({ name: 'A calmer week', characters: 17 })
    expect(row).not.toHaveProperty('transcript')
    expect((await ask('DELETE', `/${made.id}`)).json()).toEqual({ id: made.id })
    expect((await list()).map(({ id }) => id)).not.toContain(made.id)
    const details = { type: 'session_preparation' }
    expect(await actions(made.id)).toEqual([
      { action: 'golden-transcript-created', details },
      { action: 'golden-transcript-changed', details },
      { action: 'golden-transcript-deleted', details },
    ])
  })

  test('reject the second of two concurrent changes', async () => {
    const { id } = await make()
    const change = (name: string) => ask('PUT', `/${id}`, form({ name, version: 1 }))
    const codes = (await Promise.all([change('One'), change('Other')])).map((it) => it.statusCode)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await change('Third')).json()).toMatchObject({ code: 'stale' })
    expect((await ask('PUT', `/${id}`, form({ name: 'Whatever it says' }))).statusCode).toBe(200)
  })

  test.each([
    ['name', { name: ' ' }, 'Name is required'],
    ['transcript', { transcript: ' \n' }, 'Transcript is required'],
    ['transcript', { transcript: 'a'.repeat(maxGoldenCharacters + 1) }, expect.any(String)],
    ['type', { type: 'horoscope' }, expect.any(String)],
    [
      'quotes',
      { quotes: [], forbidden: [] },
      'Enter what an answer must contain, or must not contain',
    ],
    ['quotes.0', { quotes: ['…'] }, 'This has no words'],
    ['forbidden', { forbidden: Array(maxExpectations + 1).fill('x') }, expect.any(String)],
    [
      'values',
      { values: [{ key: 'mood', lowest: 1, highest: 2 }] },
      'An answer of this type is text and has no values',
    ],
    [
      'values.0.highest',
      { type: 'metric_extraction', values: [{ key: 'mood', lowest: 3, highest: 2 }] },
      'The range ends before it begins',
    ],
    [
      'values.0.key',
      { type: 'metric_extraction', values: [{ key: '', lowest: 1, highest: 2 }] },
      'Key is required',
    ],
  ])('reject %s %j', async (field, values, sentence) => {
    const before = await list()
    const { id } = before[0] ?? {}
    for (const answer of [
      await ask('POST', '', form(values)),
      await ask('PUT', `/${id}`, form(values)),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ [field]: sentence })
    }
    expect(await list()).toEqual(before)
  })

  test('are limited to twenty per type, even for concurrent requests', async () => {
    const type = 'diarization'
    const count = async () => (await list()).filter((it) => it.type === type).length
    while ((await count()) < maxGoldenTranscripts - 1) await make({ type })
    const last = await Promise.all([1, 2, 3].map(() => ask('POST', '', form({ type }))))
    expect(listStatusCodes(last)).toEqual([200, 409, 409])
    expect(await count()).toBe(maxGoldenTranscripts)
    const { id } = await make()
    const moved = await ask('PUT', `/${id}`, form({ type }))
    expect(moved.json()).toMatchObject({
      code: 'conflict',
      error: 'There are already 20 golden transcripts for diarization. Delete one first.',
    })
  })
})
