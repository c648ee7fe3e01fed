import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureWork } from '#server/test/measure-work.ts'
import type { Segment } from '../transcriptions/transcriptions.ts'
import { timedTurns, parseTurns } from './conversation-turns.ts'

/** One word each second. */
const segment = (start: number, text: string) => ({
  ...{ start, end: start + text.split(' ').length, speaker: 'Speaker 1', text },
  words: text
    .split(' ')
    .map((word, at) => ({ start: start + at, end: start + at + 1, word, conf: 1 })),
})
const heard = [segment(0, 'how are you'), segment(5, 'i am very tired'), segment(20, 'i see')]
const startsOf = (text: string, segments: Segment[] = heard) =>
  timedTurns(text, segments).map(({ start }) => start)

describe('turns', () => {
  test('begin at names and keep their paragraphs', () => {
    expect(
      parseTurns('Coach: How are you?\n\nClient: Tired.\nVery: tired.\n\nCoach: I see.'),
    ).toEqual([
      { speaker: 'Coach', text: 'How are you?', from: 7 },
      { speaker: 'Client', text: 'Tired.\nVery: tired.', from: 29 },
      { speaker: 'Coach', text: 'I see.', from: 57 },
    ])
  })
  test('are found in the formats that language models produce', () => {
    const text =
      '**Coach:** How are you?\n**Dr. Ann Lee**: Well.\n**Coach:** I see.\n**Dr. Ann Lee**: Yes.'
    expect(parseTurns(text).map(({ speaker }) => speaker)).toEqual([
      'Coach',
      'Dr. Ann Lee',
      'Coach',
      'Dr. Ann Lee',
    ])
    expect(parseTurns('[00:01] Coach: Hi\n[00:02] Coach: Ho').map((it) => it.text)).toEqual([
      'Hi',
      'Ho',
    ])
  })
  const listSpeakers = (text: string, segments: Segment[] = []) =>
    parseTurns(text, segments).map(({ speaker }) => speaker)
  test('begin at a single name without a blank line above, if it is a role or a speaker of the recording', () => {
    const text = 'Coach: Hello, how was the week?\nClient: I slept badly.\nSpeaker 3: So did I.'
    expect(parseTurns(text)).toEqual([
      { speaker: 'Coach', text: 'Hello, how was the week?', from: 7 },
      { speaker: 'Client', text: 'I slept badly.', from: 40 },
      { speaker: 'Speaker 3', text: 'So did I.', from: 66 },
    ])
    const named = 'Coach: Hello.\nAnna Lind: I slept badly.'
    expect(listSpeakers(named)).toEqual(['Coach'])
    expect(listSpeakers(named, [{ ...segment(0, 'hello'), speaker: 'Anna Lind' }])).toEqual([
      'Coach',
      'Anna Lind',
    ])
  })
  test('do not begin at text that only looks like a name', () => {
    const text =
      'Coach: Hello.\nSummary: a bad week.\nNote: the coach coughs.\nThe client says:\nNothing.\n\nWhat I mean is this:\nSleep.'
    expect(listSpeakers(text)).toEqual(['Coach'])
  })
  test('begin below a name alone on its line', () => {
    for (const [coach, client] of [
      ['Coach:', 'Client:'],
      ['**Coach:**', '**Client**:'],
    ])
      expect(parseTurns(`${coach}\nHello.\n\n${client}\n\nI slept\nbadly.\n\n${coach}`)).toEqual([
        { speaker: 'Coach', text: 'Hello.', from: `${coach}\n`.length },
        {
          ...{ speaker: 'Client', text: 'I slept\nbadly.' },
          from: `${coach}\nHello.\n\n${client}\n\n`.length,
        },
      ])
    expect(listSpeakers('Anna Lind:\nHello.\n\nKarin:\nHi.\n\nAnna Lind:\nBye.')).toEqual([
      'Anna Lind',
      'Anna Lind',
    ])
  })
  test('omit the times beside names', () => {
    const times = ['Coach (00:12)', '**Coach** [00:12]', 'Coach [1:00:12.5]', '**Coach (00:12)**']
    for (const name of times)
      expect(parseTurns(`${name}: Hello.\n(00:15) Client: Hi.`)).toMatchObject([
        { speaker: 'Coach', text: 'Hello.', from: name.length + 2 },
        { speaker: 'Client', text: 'Hi.' },
      ])
  })
  test('in a text without names are a single turn', () => {
    expect(parseTurns('\nI slept badly.\n\nAnd then: nothing.')).toMatchObject([
      { speaker: null, text: '\nI slept badly.\n\nAnd then: nothing.' },
    ])
    expect(parseTurns(' \n ')).toEqual([])
  })
  test('have offsets in the text, and contain everything but the names', () => {
    const names = fc.constantFrom('Coach: ', 'Client: ', '')
    const said = fc.stringMatching(/^[a-z .]{1,20}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(names, said)), (parts) => {
        const text = parts.map(([name, it]) => name + it).join('\n')
        for (const turn of parseTurns(text))
          expect(text.slice(turn.from)).toMatch(turn.text.slice(0, 5))
        const letters = (it: string) => it.replaceAll(/Coach: ?|Client: ?|\s/g, '')
        expect(
          letters(
            parseTurns(text)
              .map((it) => it.text)
              .join(''),
          ),
        ).toBe(letters(text))
      }),
    )
  })
})

test('a long turn is parsed in linear time, however many lines it has', () => {
  const text = `Coach: Hello.${'\n'.repeat(200_000)}Client: ${'word\n'.repeat(100_000)}end`
  const look = () => expect(parseTurns(text).map((turn) => turn.text.length)).toEqual([6, 500_003])
  expect(measureWork(look)).toBeLessThan(2_000)
})

describe('the time of a turn', () => {
  test('is that of its first recognized word, ignoring case and punctuation', () => {
    expect(startsOf('Coach: How are you?\n\nClient: Oh, very TIRED.\n\nCoach: I see!')).toEqual([
      0, 7, 20,
    ])
  })
  test('is interpolated where none of its words was recognized', () => {
    expect(startsOf('Coach: How are you?\n\nClient: Hm hm\n\nCoach: tired')).toEqual([
      0,
      2 + (8 - 2) / 3,
      8,
    ])
  })
  test('at the beginning or end is that of the nearest recognized word, or unknown if there is none', () => {
    expect(startsOf('Coach: Hello\n\nClient: tired\n\nCoach: Bye')).toEqual([8, 8, 8])
    expect(startsOf('Coach: Hello', [])).toEqual([null])
  })
  test('is estimated if the engine returns no words', () => {
    const plain = [{ start: 4, end: 8, speaker: 'Speaker 1', text: 'aa bb' }]
    expect(startsOf('Coach: aa\n\nClient: bb', plain)).toEqual([4, 6])
  })
})

const unique = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{3,7}$/), { minLength: 4, maxLength: 60 })
  .filter((words) => words.every((it) => it !== 'coach'))

/** One turn per word, to see the time of each. */
const asTurns = (words: readonly string[]) => words.map((word) => `Coach: ${word}`).join('\n')

test('every word of an unchanged text keeps its time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 50 }),
      (words) => {
        const raw = [segment(3, words.join(' '))]
        expect(startsOf(asTurns(words), raw)).toEqual(words.map((_, at) => 3 + at))
      },
    ),
  )
})

test('unchanged words keep their times, whatever was inserted, deleted, or changed in case or punctuation', () => {
  const change = fc.constantFrom('keep', 'drop', 'insert', 'capital', 'sign')
  fc.assert(
    fc.property(unique, fc.array(change, { minLength: 60, maxLength: 60 }), (words, changes) => {
      const raw = [segment(0, words.join(' '))]
      const written: { word: string; time: number | undefined }[] = [
        { word: 'Begun', time: undefined },
      ]
      for (const [time, word] of words.entries()) {
        const what = changes[time]
        if (what === 'insert') written.push({ word: `New${time}`, time: undefined })
        if (what === 'capital') written.push({ word: word.toUpperCase(), time })
        else if (what === 'sign') written.push({ word: `“${word},”`, time })
        else if (what !== 'drop') written.push({ word, time })
      }
      const starts = startsOf(asTurns(written.map((it) => it.word)), raw)
      for (const [index, { time }] of written.entries())
        if (time !== undefined) expect(starts[index]).toBe(time)
      expect(starts).toEqual(starts.toSorted((one, other) => (one ?? 0) - (other ?? 0)))
    }),
  )
})
