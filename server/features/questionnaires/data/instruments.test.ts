import { describe, expect, test } from 'vitest'
import {
  findAlerts,
  answerError,
  getAnswers,
  findBand,
  type GivenAnswers,
  type Instrument,
  getScoreRange,
  getScore,
} from '#contract/questionnaires/instruments.ts'
import { shippedInstruments } from './read-instruments.ts'

const shipped = shippedInstruments()
function instrumentOf(key: string): Instrument {
  const found = shipped.get(key)
  if (!found) throw new Error(`There is no ${key}.`)
  return found
}
/** Answers in order; null means skipped. */
const given = (...values: (number | null)[]): GivenAnswers =>
  Object.fromEntries(values.map((value, index) => [String(index + 1), value]))
const every = (it: Instrument, value: number) => given(...it.items.map(() => value))
const _ = null

test('the built-in instruments are the Copenhagen Burnout Inventory, PHQ-9 and GAD-7, which require no permission', () => {
  expect([...shipped.keys()]).toEqual(['cbi-personal', 'cbi-work', 'gad-7', 'phq-9'])
})

test.each([...shipped.values()])('$title has its source and licence', (it) => {
  expect(it.citation).toMatch(/\d{4}/)
  expect(it.licence.length).toBeGreaterThan(40)
  expect(it.items.map(({ key }) => key)).toEqual(it.items.map((_item, index) => String(index + 1)))
})

describe('Copenhagen Burnout Inventory', () => {
  const personal = instrumentOf('cbi-personal')
  const work = instrumentOf('cbi-work')

  test('the answers count 100, 75, 50, 25 and 0', () => {
    for (const it of [
      ...personal.items.map((one) => [personal, one] as const),
      ...work.items.map((one) => [work, one] as const),
    ])
      expect(getAnswers(...it).map(({ value }) => value)).toEqual([100, 75, 50, 25, 0])
    expect([personal.items.length, work.items.length]).toEqual([6, 7])
  })

  test.each([
    [given(100, 100, 100, 100, 100, 100), 100],
    [given(0, 0, 0, 0, 0, 0), 0],
    [given(100, 75, 50, 25, 0, 50), 50],
    [given(75, 75, 75, 50, 50, 50), 62.5],
    [given(75, 50, 25, 25, 25, 25), 37.5],
    // The mean of the given answers.
    [given(100, _, 50, _, 75, _), 75],
    [given(25, 25, 50, _, _, _), 33.33],
  ])('personal: the scale is the mean of its items: %j', (answers, score) =>
    expect(getScore(personal, answers)).toBe(score),
  )

  test('personal: with fewer than three answers there is no score', () => {
    expect(getScore(personal, given(100, 100, _, _, _, _))).toBeNull()
    expect(getScore(personal, given(100, 100))).toBeNull()
    expect(getScore(personal, {})).toBeNull()
    expect(getScore(personal, given(0, 0, 0, _, _, _))).toBe(0)
  })

  test.each([
    // The seventh, energy for family and friends, is reversed: "Always" is no strain.
    [given(100, 100, 100, 100, 100, 100, 0), 100],
    [given(0, 0, 0, 0, 0, 0, 100), 0],
    [given(50, 50, 50, 50, 50, 50, 50), 50],
    [given(75, 75, 75, 75, 75, 75, 25), 75],
    [given(100, 100, 100, 100, 100, 100, 100), 85.71],
    [given(_, _, _, 75, 75, 75, 75), 62.5],
  ])('work: the seventh item is reversed: %j', (answers, score) =>
    expect(getScore(work, answers)).toBe(score),
  )

  test('work: with fewer than four answers there is no score', () => {
    expect(getScore(work, given(100, 100, 100, _, _, _, _))).toBeNull()
    expect(getScore(work, given(100, 100, 100, _, _, _, 0))).toBe(100)
  })

  test('both are a burnout risk from 0 to 100, with the reference line at 50', () => {
    for (const it of [personal, work]) {
      expect(it.isBurnoutRisk).toBe(true)
      expect(getScoreRange(it)).toEqual({ lowest: 0, highest: 100 })
      expect([0, 49.99, 50, 74.99, 75, 100].map((score) => findBand(it, score)?.from)).toEqual([
        0, 0, 50, 50, 75, 75,
      ])
    }
  })
})

describe('PHQ-9', () => {
  const phq = instrumentOf('phq-9')

  test('nine items of 0 to 3 over the last two weeks add up to 0 to 27', () => {
    expect(phq.items).toHaveLength(9)
    expect(phq.period).toBe('Over the last 2 weeks')
    expect(getScoreRange(phq)).toEqual({ lowest: 0, highest: 27 })
    expect([0, 1, 2, 3].map((value) => getScore(phq, every(phq, value)))).toEqual([0, 9, 18, 27])
    expect(getScore(phq, given(3, 2, 1, 0, 3, 2, 1, 0, 0))).toBe(12)
  })

  test('without an answer to every item there is no score', () => {
    expect(getScore(phq, given(3, 3, 3, 3, 3, 3, 3, 3, _))).toBeNull()
  })

  test.each([
    [0, 'Minimal'],
    [4, 'Minimal'],
    [5, 'Mild'],
    [9, 'Mild'],
    [10, 'Moderate'],
    [14, 'Moderate'],
    [15, 'Moderately severe'],
    [19, 'Moderately severe'],
    [20, 'Severe'],
    [27, 'Severe'],
  ])('%i points are %s', (score, label) => expect(findBand(phq, score)?.label).toBe(label))

  test('a change of six points is reliable', () => expect(phq.reliableChange).toBe(6))

  test('only the ninth item above zero raises an alert', () => {
    expect(findAlerts(phq, every(phq, 0))).toEqual([])
    expect(findAlerts(phq, given(3, 3, 3, 3, 3, 3, 3, 3, 0))).toEqual([])
    expect(findAlerts(phq, given(0, 0, 0, 0, 0, 0, 0, 0, _))).toEqual([])
    expect(findAlerts(phq, {})).toEqual([])
    for (const value of [1, 2, 3])
      expect(findAlerts(phq, { 9: value }).map(({ key }) => key)).toEqual(['9'])
  })
})

describe('GAD-7', () => {
  const gad = instrumentOf('gad-7')

  test('seven items of 0 to 3 add up to 0 to 21', () => {
    expect(getScoreRange(gad)).toEqual({ lowest: 0, highest: 21 })
    expect(getScore(gad, given(3, 2, 1, 0, 1, 2, 3))).toBe(12)
    expect(getScore(gad, given(3, 2, 1, 0, 1, 2, _))).toBeNull()
  })

  test.each([
    [4, 'Minimal'],
    [5, 'Mild'],
    [9, 'Mild'],
    [10, 'Moderate'],
    [14, 'Moderate'],
    [15, 'Severe'],
    [21, 'Severe'],
  ])('%i points are %s', (score, label) => expect(findBand(gad, score)?.label).toBe(label))

  test('a change of four points is reliable, and no answer raises an alert', () => {
    expect(gad.reliableChange).toBe(4)
    expect(findAlerts(gad, every(gad, 3))).toEqual([])
  })
})

test('only existing items and options are valid', () => {
  const phq = instrumentOf('phq-9')
  expect(answerError(phq, { item: '9', value: 0 })).toBeUndefined()
  expect(answerError(phq, { item: '9', value: null })).toBeUndefined()
  for (const value of [-1, 4, 0.5, 100])
    expect(answerError(phq, { item: '1', value })).toBe('This is not one of the answer options.')
  for (const item of ['0', '10', 'toString', '__proto__'])
    expect(answerError(phq, { item, value: 1 })).toBe('This questionnaire has no such question.')
})
