import { describe, expect, test } from 'vitest'
import { parseTurns } from '#contract/rules/conversation-turns.ts'
import { findOpenQuestions } from './last-utterances.ts'
import { findPromises } from './find-promises.ts'

const said = (client: string) =>
  parseTurns(`Coach: How are you?\n\nClient: ${client}\n\nCoach: Thank you.\n\nClient: Bye.`)
const promised = (client: string) => findPromises(said(client), 'Client').map(({ text }) => text)

describe('a promise', () => {
  test.each([
    "I'll call my doctor on Monday.",
    'I will write to my manager tomorrow.',
    'Okay, I’ll send you the diary on Friday.',
    'Yes, I will talk to my sister this weekend.',
    "I'll switch my phone off at nine.",
    "Alright, I'll put the laptop away after dinner.",
    "I'll definitely book the appointment.",
    "I'll go for a walk each morning.",
    "Good, I'll call them tonight.",
  ])('is quoted word for word: %s', (sentence) => {
    expect(promised(`It was a long week. ${sentence} That is all.`)).toEqual([sentence])
  })

  test.each([
    "I'll probably call my doctor.",
    "I won't call my doctor.",
    "If it gets worse, I'll call my doctor.",
    "I'll call my doctor if it gets worse.",
    "Maybe I'll call my doctor on Monday.",
    "I'll call my doctor or my sister.",
    "I'll never write to my manager.",
    "My boss said I'll call you tomorrow.",
    'My boss said: “I’ll call you tomorrow.”',
    "I'll be honest with you, it was bad.",
    "I'll tell you what happened then.",
    "I'll call it a day then.",
    "I'll ask you something else now.",
    "I'll write that down for us.",
    "I'll start crying again in the car.",
    "I'll go crazy with all of that.",
    'I would call my doctor on Monday.',
    "I'd send it on Friday.",
    "Usually I'll send them late at night.",
    "Shall I say I'll call my doctor?",
    "I'll call my doctor…",
    "I'll call.",
    'He will call my doctor on Monday.',
  ])('is not detected if another meaning is possible: %s', (sentence) => {
    expect(promised(`It was a long week. ${sentence}`)).toEqual([])
  })

  test('has its speaker', () => {
    const turns = parseTurns(
      "Coach: I'll send you the exercise tonight.\n\nClient: I'll call my doctor on Monday.\n\nCoach: Good.",
    )
    expect(findPromises(turns, 'Client')).toEqual([
      { by: 'coach', text: "I'll send you the exercise tonight." },
      { by: 'client', text: "I'll call my doctor on Monday." },
    ])
  })

  test('is not detected if the speakers are uncertain', () => {
    const turns = said("I'll call my doctor on Monday.")
    expect(findPromises(turns, undefined)).toEqual([])
    const three = [...turns, { speaker: 'Visitor', text: 'Hello.', from: 0 }]
    expect(findPromises(three, 'Client')).toEqual([])
    expect(findPromises(parseTurns("I'll call my doctor on Monday."), 'Client')).toEqual([])
  })
})

describe('a question of the client', () => {
  const open = (text: string) => findOpenQuestions(parseTurns(text), 'Client')

  test('is open if it was not answered', () => {
    expect(
      open('Coach: That is our time.\n\nClient: Alright. But what do I do when it comes back?'),
    ).toEqual(['But what do I do when it comes back?'])
  })

  test.each(["Let's look at that next time.", "I'll find that out.", 'We come back to that.'])(
    'is open if the coach postponed it: %s',
    (answer) => {
      expect(
        open(
          `Coach: Hello.\n\nClient: Can I get more hours of coaching?\n\nCoach: ${answer}\n\nClient: Fine.`,
        ),
      ).toEqual(['Can I get more hours of coaching?'])
    },
  )

  test.each([
    ['was answered', 'Client: What do I do when it comes back?\n\nCoach: You breathe.'],
    ['is polite', 'Coach: Bye.\n\nClient: Same time next week, can we do that?'],
    ['is of the moment', 'Coach: Bye.\n\nClient: Can you hear me at all?'],
    ['asks for nothing', 'Coach: Bye.\n\nClient: That was good, right?'],
    ['is the coach’s', 'Client: Hello.\n\nCoach: What do you do when it comes back?'],
    ['is quoted from someone else', 'Coach: Bye.\n\nClient: She asked “What do I do about it?”'],
  ])('is not detected if it %s', (_, text) => {
    expect(open(`Coach: Hello.\n\nClient: Hello.\n\n${text}`)).toEqual([])
  })

  test('is not detected if the speakers are uncertain', () => {
    const turns = parseTurns('Coach: Bye.\n\nClient: What do I do when it comes back?')
    expect(findOpenQuestions(turns, undefined)).toEqual([])
  })
})
