import { describe, expect, test } from 'vitest'
import { findUrgentLines, isSameLine, isUrgent } from './urgent-lines.ts'

test.each([
  'I want to die.',
  "Sometimes I just don't want to live.",
  'I don’t want to be here anymore.',
  "I'm thinking about killing myself.",
  'I have been having suicidal thoughts.',
  'I thought about suicide last week.',
  "I can't stop thinking about ending my life.",
  'They would all be better off without me.',
  'Maybe it would be better if I were dead.',
  'I wish I was dead.',
  'I wish I had never been born.',
  'I hope I just do not wake up.',
  'I go to bed and wish I wouldn’t wake up',
  'Most nights I want to fall asleep and never wake up.',
  "There's no point in living like this.",
  "Life isn't worth living.",
  "I'm tired of living.",
  'I have nothing left to live for.',
  'I sometimes imagine jumping in front of the train.',
  'I thought of driving into a tree.',
  "I don't want to live in this world.",
  "I don't want to live with this pain.",
  'I started cutting myself again.',
  'I hurt myself on Sunday night.',
  'It is self-harm, I know.',
  'Yesterday I took all my pills.',
  'I could end it all.',
  "I'm not going to kill myself, but I don't want to be alive.",
  "I'm not suicidal, I just want to die.",
  "I don't want to die, I told my wife, but I do think about suicide.",
])('%s is urgent', (sentence) => expect(isUrgent(sentence)).toBe(true))

test.each([
  'This job is killing me.',
  'The commute kills me, and my back is killing me.',
  'We had to kill the project before the deadline.',
  'I was killing time at the station.',
  'I nearly died laughing.',
  'I wanted to die of embarrassment.',
  "I'd rather die than present to the board.",
  'I could kill myself for forgetting that meeting.',
  'The battery died, and the plan died with it.',
  'I am dying to see my kids.',
  'That cake is to die for.',
  "I'm bored to death and dead tired.",
  'I am burning myself out.',
  'I cut myself some slack.',
  'I cut myself shaving.',
  'It would be better if I was not in this meeting.',
  'I hurt myself running on Sunday.',
  'I shot down the idea, and shot myself in the foot.',
  'It would be career suicide.',
  'We had a suicide prevention training.',
  'My uncle died by suicide when I was ten.',
  "My friend's suicide still weighs on me.",
  "No, I'm not suicidal.",
  'I have never thought about suicide.',
  "I don't have any thoughts of hurting myself.",
  'I would never hurt myself.',
  "I don't want to die.",
  "I don't want to live in Copenhagen forever.",
  "I don't like to be here on Mondays.",
  'I overdosed on coffee.',
  'I want to live closer to work.',
  "I'm sick of life in the city.",
  'I no longer want to work here.',
])('%s is not urgent', (sentence) => expect(isUrgent(sentence)).toBe(false))

describe('the urgent lines of a session', () => {
  const names = { client: 'Nora Lind', coach: 'Anna Berg', clientSpeaker: null }
  const said = (speaker: string | null, text: string, start = 4) => ({ speaker, text, start })

  test('are the sentences of the client, with their time', () => {
    const turns = [
      said('Coach', 'Do you ever think of suicide? Some people want to die.', 1),
      said('Client', 'It was a long week. I want to die. We have a new office.', 9),
    ]
    expect(findUrgentLines(turns, names)).toEqual([{ text: 'I want to die.', start: 9 }])
  })

  test('are those in the first person by anybody but the coach, if the client is not known', () => {
    const turns = [
      said('Speaker 1', 'Do you want to kill yourself, or do I misunderstand?'),
      said('Speaker 2', 'Do I want to die?'),
      said('Speaker 3', 'I want to die.'),
      said('Speaker 3', 'Suicide is a word.'),
      said('Anna', 'I want to die, you said.'),
      said(null, 'Then I hurt myself.'),
    ]
    expect(findUrgentLines(turns, names).map((it) => it.text)).toEqual([
      ...['I want to die.', 'Then I hurt myself.'],
    ])
  })
})

test.each([
  ['I, uh, I just want to die.', 'I just want to die.', true],
  ['I want to die.', 'I hurt myself.', false],
])('%s and %s are the same line: %s', (one, other, isSame) =>
  expect(isSameLine({ text: one, start: 1 }, { text: other, start: null })).toBe(isSame),
)
