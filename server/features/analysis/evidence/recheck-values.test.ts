import { describe, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { analyses, answering, conversation, stress, values } from '../../../test/analyses.ts'
import { updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { db, call } = made
const { at, coach, analysed, found, decide, plan, inPlan, work, read, logged } =
  await analyses(made)

const save = (payload: object) =>
  call({ method: 'PUT', url: `/api/sessions/${at.sessionId}`, payload }, coach)
const saveConversation = async (text: string) =>
  expect((await save({ transcribedTextScripted: text })).statusCode).toBe(200)
const listedClient = async () =>
  (await call({ method: 'GET', url: '/api/my-coach-clients' }, coach))
    .json<Client[]>()
    .find(({ id }) => id === at.clientId)
const listedRisk = async () => (await listedClient())?.burnoutPercentage

describe('when the transcript of a value changes', () => {
  test.each([
    ['its quote becomes the coach’s', conversation.replaceAll('Client:', 'Coach:')],
    ['its quote is deleted', conversation.replace('I would say an eight.', 'I do not know.')],
    ['its quote contains another number', conversation.replace('an eight', 'a two')],
    ['the whole text is deleted', ''],
  ])('and %s, it is removed from the plan, with its burnout score', async (_what, text) => {
    await analysed(values(stress))
    expect(await listedRisk()).toBe(62)
    await saveConversation(text)
    expect(await plan()).toMatchObject({ metrics: [], burnoutAssessments: [] })
    expect(await listedRisk()).toBeNull()
    await saveConversation(conversation)
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'not-confirmed']])
    expect(await listedRisk()).toBe(62)
  })

  test('the client list marks an inferred score until it is confirmed', async () => {
    await analysed(values(stress))
    expect(await listedClient()).toMatchObject({ isBurnoutInferred: true })
    await decide((await found('riskScore')).id, { decision: 'confirmed' })
    expect(await listedClient()).toMatchObject({ isBurnoutInferred: false })
  })

  test('and its labels do not say who the client is, it counts once a person has', async () => {
    const said = () => inPlan('Stress level')
    const needsClientSpeaker = async () =>
      (
        await call({ url: `/api/sessions/${at.sessionId}?transcripts=omit` }, coach)
      ).json<SessionDetail>().needsClientSpeaker
    await analysed(values(stress))
    expect(await read()).toMatchObject({ speakers: [], clientSpeaker: null })
    expect(await needsClientSpeaker()).toBe(false)
    const byMother = conversation.replaceAll('Client:', 'Mother:')
    await saveConversation(byMother)
    expect(await said()).toEqual([])
    expect(await read()).toMatchObject({ speakers: ['Mother'], clientSpeaker: null })
    expect(await needsClientSpeaker()).toBe(true)
    expect((await save({ clientSpeaker: 'Mother' })).statusCode).toBe(200)
    expect(await said()).toEqual([[80, 'transcription', 'not-confirmed']])
    expect(await read()).toMatchObject({ clientSpeaker: 'Mother' })
    expect(await needsClientSpeaker()).toBe(false)
    expect(await logged()).toContain('client-speaker-chosen')
    // The label that was chosen is gone.
    await saveConversation(conversation.replaceAll('Client:', 'Father:'))
    expect(await said()).toEqual([])
    expect(await read()).toMatchObject({ speakers: ['Father'], clientSpeaker: null })
    expect(await needsClientSpeaker()).toBe(true)
    await saveConversation(byMother.replaceAll(/^Mother:.*/gm, ''))
    expect(await read()).toMatchObject({ speakers: [] })
    expect(await needsClientSpeaker()).toBe(false)
    await saveConversation('')
    await saveConversation(byMother)
    expect(await read()).toMatchObject({ clientSpeaker: null })
  })

  test('confirmed values stay', async () => {
    await analysed(values(stress))
    await decide((await found('stress_level')).id, { decision: 'confirmed' })
    await saveConversation('')
    expect(await inPlan('Stress level')).toEqual([[80, 'transcription', 'confirmed']])
  })
})

describe('with a recording', () => {
  const heard = (text: string): Segment => ({
    ...{ start: 4, end: 12, speaker: 'Speaker 2', text },
    words: text
      .split(' ')
      .map((word, index) => ({ word, start: 4 + index, end: 5 + index, conf: 1 })),
  })
  const seven = heard('it is a seven today')
  const two = heard('it is a two today')
  const said = 'Coach: How high is your stress?\n\nClient: It is a seven today.'

  test('a changed number must be confirmed, and shows who changed it', async () => {
    await updateRow(db, 'session', at.sessionId, {
      segments: JSON.stringify([seven]),
      transcribedTextScripted: said,
    })
    await analysed(values({ ...stress, value: 70, quotes: ['It is a seven today'] }))
    expect(await inPlan('Stress level')).toEqual([[70, 'transcription', 'not-confirmed']])
    const payload = { segments: [two] }
    const url = `/api/sessions/${at.sessionId}/transcript`
    expect((await call({ method: 'PUT', url, payload }, coach)).statusCode).toBe(200)
    await saveConversation(said.replace('seven', 'two'))
    // Saving a conversation starts an analysis.
    await work(answering(values({ ...stress, value: 20, quotes: ['It is a two today'] })))
    const changed = await found('stress_level')
    expect(changed).toMatchObject({ value: null, machineValue: 20, fault: 'changed' })
    expect(changed.changedBy).toMatch(/\S/)
    expect(await inPlan('Stress level')).toEqual([])
    expect((await decide(changed.id, { decision: 'confirmed' })).statusCode).toBe(200)
    expect(await inPlan('Stress level')).toEqual([[20, 'transcription', 'confirmed']])
  })
})
