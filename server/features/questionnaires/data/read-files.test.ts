import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { helpIn } from '#contract/questionnaires/help-lines.ts'
import type { InstrumentItem } from '#contract/questionnaires/instruments.ts'
import { organizations } from '../../../demo/people.ts'
import { readHelpLines } from './read-help-lines.ts'
import { readInstruments, shippedInstruments } from './read-instruments.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'maylab-instruments-'))
  mkdirSync(path.join(dataDir, 'instruments'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const write = (name: string, content: unknown) =>
  writeFileSync(
    path.join(dataDir, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  )

/** An instrument with two questions. */
const mine = {
  key: 'mine',
  title: 'How it went',
  shortTitle: 'Mine',
  about: 'Two questions.',
  period: 'Over the last week',
  minutes: 1,
  answers: {
    yes: [
      { label: 'Yes', value: 1 },
      { label: 'No', value: 0 },
    ],
  },
  items: [
    { key: 'a', text: 'Did you rest?', answers: 'yes' },
    { key: 'b', text: 'Did you sleep?', answers: 'yes' },
  ],
  scoring: { method: 'sum', minAnswered: 2 },
  bands: [{ from: 0, label: 'Any', tone: 'green' }],
  citation: 'Somebody 2020.',
  licence: 'Licensed to us.',
}

describe('instruments', () => {
  test('files in the data folder are added to the built-in ones', () => {
    write('instruments/mine.json', mine)
    expect(readInstruments(dataDir).get('mine')).toEqual(mine)
    expect(readInstruments(dataDir).size).toBe(5)
  })

  test('a file with the key of a built-in one replaces it', () => {
    write('instruments/dansk.json', { ...mine, key: 'gad-7', title: 'På dansk' })
    expect(readInstruments(dataDir).get('gad-7')?.title).toBe('På dansk')
    expect(readInstruments(dataDir).size).toBe(4)
  })

  test('a replacement must keep the safety question', () => {
    const phq = shippedInstruments().get('phq-9')
    if (!phq) throw new Error('PHQ-9 does not ship.')
    const asking = (change: (item: InstrumentItem) => object) =>
      write('instruments/dansk.json', {
        ...{ ...phq, title: 'På dansk' },
        items: phq.items.map((it) => (it.alertAbove === undefined ? it : change(it))),
      })
    const sentence =
      /dansk\.json is wrong: it takes the place of "phq-9", whose item "9" asks after safety: without an "alertAbove" that an answer lies above, nobody would be told\.$/
    for (const change of [
      ({ alertAbove: _left, ...it }: InstrumentItem) => it,
      (it: InstrumentItem) => ({ ...it, alertAbove: 3 }),
      ({ alertAbove: _left, ...it }: InstrumentItem) => ({ ...it, key: 'other' }),
    ]) {
      asking(change)
      expect(() => readInstruments(dataDir)).toThrow(sentence)
    }
    for (const change of [
      (it: InstrumentItem) => ({ ...it, text: 'Tanker om døden' }),
      (it: InstrumentItem) => ({ ...it, key: 'other' }),
    ]) {
      asking(change)
      expect(readInstruments(dataDir).get('phq-9')?.title).toBe('På dansk')
    }
  })

  test('two files with one key are rejected', () => {
    write('instruments/a.json', mine)
    write('instruments/b.json', mine)
    expect(() => readInstruments(dataDir)).toThrow(
      /b\.json is wrong: another one has the key mine, too\.$/,
    )
  })

  test.each([
    ['{', 'it is not JSON.'],
    [{ ...mine, licence: undefined }, 'licence: This is missing.'],
    [{ ...mine, licence: '' }, 'licence: This is missing.'],
    [{ ...mine, items: [...mine.items, mine.items[0]] }, 'items: Two items have the same key.'],
    [
      {
        ...mine,
        items: [{ key: 'a', text: 'x', answers: 'no' }],
        scoring: { method: 'sum', minAnswered: 1 },
      },
      'items.0.answers: There is no set of answers called "no".',
    ],
    [
      { ...mine, answers: { yes: [mine.answers.yes[0], mine.answers.yes[0]] } },
      /answers\.yes: Two answers of a set have the same value\./,
    ],
    [
      { ...mine, scoring: { method: 'mean', minAnswered: 3 } },
      'scoring.minAnswered: There are fewer items than must be answered.',
    ],
    [
      { ...mine, scoring: { method: 'sum', minAnswered: 1 } },
      'scoring.minAnswered: A sum needs every item to be answered.',
    ],
    [{ ...mine, isBurnoutRisk: true }, 'isBurnoutRisk: A burnout score must range from 0 to 100.'],
    [
      {
        ...{ ...mine, scoring: { ...mine.scoring, factor: 50 } },
        ...{ isBurnoutRisk: true, isMoreBetter: true },
      },
      'isBurnoutRisk: A higher burnout score cannot be better.',
    ],
    [
      { ...mine, bands: [{ from: 1, label: 'Any', tone: 'green' }] },
      'bands.0.from: The first band must begin with the lowest score, 0.',
    ],
    [
      { ...mine, bands: [...mine.bands, { from: 0, label: 'More', tone: 'red' }] },
      'bands: Each band must begin above the one before.',
    ],
    [' '.repeat(200_001), 'it has more than 200000 bytes.'],
  ])('an invalid file is rejected with the reason: %#', (content, why) => {
    write('instruments/mine.json', content)
    const read = () => readInstruments(dataDir)
    expect(read).toThrow(/^The file .*mine\.json is wrong: /)
    expect(read).toThrow(why)
  })
})

describe('help lines', () => {
  test.each(organizations.map(({ country }) => country))('%s has its own help lines', (country) => {
    expect(helpIn(readHelpLines('/nowhere'), country).country).toBe(country)
    expect(helpIn(readHelpLines('/nowhere'), ` ${country.toUpperCase()} `).country).toBe(country)
  })

  test.each([null, '', 'Atlantis'])('%j gets the international ones', (country) =>
    expect(helpIn(readHelpLines('/nowhere'), country).country).toBeNull(),
  )

  const norway = {
    country: 'Norway',
    emergency: { number: '113', note: 'At any hour.' },
    lines: [{ name: 'Mental Helse', number: '116 123', note: 'At any hour.' }],
  }

  test('a file in the data folder adds and changes countries', () => {
    const denmark = { ...norway, country: 'denmark' }
    write('help-lines.json', [norway, denmark])
    const all = readHelpLines(dataDir)
    expect(helpIn(all, 'Norway')).toEqual(norway)
    expect(helpIn(all, 'Denmark')).toEqual(denmark)
    expect(helpIn(all, 'Sweden').country).toBe('Sweden')
  })

  test.each([
    [[{ ...norway, lines: [] }], '0.lines: At least one line is required.'],
    [[{ ...norway, emergency: undefined }], '0.emergency: This is missing.'],
    [
      [{ ...norway, lines: [{ name: 'Somebody', note: 'At any hour.' }] }],
      '0.lines.0: A number or an address is required.',
    ],
    [
      [{ ...norway, lines: [{ name: '', number: '1', note: '' }] }],
      /0\.lines\.0\.name: A name is required\./,
    ],
    [
      [{ ...norway, emergency: { number: 'call us', note: 'x' } }],
      '0.emergency.number: A number has digits and spaces, with a + in front where it needs one.',
    ],
    [[norway, { ...norway, country: 'NORWAY' }], 'A country is listed twice.'],
  ])('an incomplete file is rejected with what is missing: %#', (content, why) => {
    write('help-lines.json', content)
    const read = () => readHelpLines(dataDir)
    expect(read).toThrow(/help-lines\.json is wrong: /)
    expect(read).toThrow(why)
  })
})
