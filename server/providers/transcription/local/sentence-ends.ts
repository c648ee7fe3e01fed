import { beginsQuestion, beginsQuestionToYou, isCondition } from '../../transcript/sentences.ts'
import type { RecognisedWord } from './vosk.ts'

export type SpokenWord = RecognisedWord & { speaker: number }
/** A word that knows what ends behind it. With the last one of a speaker's turn a sentence always does. */
export type PlacedWord = SpokenWord & { endsSentence: boolean; endsParagraph: boolean }

// What speaks for an end between two words of one speaker, as points: above none a sentence ends. The points come from a
// logistic regression over recordings of which the punctuation is known (bench/sentences.ts); those printed there are others.
const points = {
  start: -2.9,
  /** Any pause that can be heard. */
  pause: 1.8,
  /** Each of the speaker's own beats that the pause lasts, up to four. */
  beat: 0.95,
  /** The last word is drawn out, by how much more than the speaker's own words are. */
  drawnOut: 0.7,
  question: 0.5,
  /** What begins is a question to the other one, and what was said is no condition of it. */
  questionToYou: 3,
  /** A sentence of one or two words needs more to be one. */
  short: -0.8,
}
const audiblePause = 0.06
const shortWords = 3

const words = (text: string) => new Set(text.split(' '))
/** Words that like to begin a sentence, or to go on in one. */
const nextWords = [
  {
    points: 1.1,
    words: words(
      "yes no okay thank thanks hello i i'm i've i'll i'd we we've we're we'll he he's she she's they they're it it's that's there there's you you're you've my our his your this these those nobody somebody everybody everything nothing",
    ),
  },
  { points: -0.5, words: words('and') },
  {
    points: -0.6,
    words: words(
      'of me him them us to than been be am not too as or because with from very much anymore myself yourself himself herself into about around up down out off',
    ),
  },
]
/** Words that like to end a sentence, or want another one behind them. */
const lastWords = [
  {
    points: 0.35,
    words: words(
      'it me you him her them us this too again now today here there all well much better fine anymore week day night morning evening year years time home work together tired course',
    ),
  },
  {
    points: -1.25,
    words: words(
      "a an the my your his our their and or but because if when while which who of to with from for at in on by into as than very i we he she they am i'm we're it's he's she's they're that's there's i've we've you've so not what how why where whose whether",
    ),
  },
  {
    points: -0.55,
    words: words(
      "is are was were be been have has had do does did will would could should can may might don't doesn't didn't can't couldn't won't",
    ),
  },
]

/** Seconds: how fast a speaker speaks. */
type Pace = { word: number; letter: number }

/** A silence that ends a paragraph, whoever speaks and however fast. Seconds. */
const longPause = 1.2
/** So many beats of the speaker's own end a paragraph of so many words, where a sentence ends. */
const paragraph = { beats: 2.5, words: 25 }

/** Tells of each word what ends behind it. One pass, after the paces. */
export function withSentenceEnds(spoken: SpokenWord[]): PlacedWord[] {
  const paces = pacesOf(spoken)
  const ends = sentenceEnds(spoken, paces)
  let from = 0
  return spoken.map((word, index) => {
    const next = spoken[index + 1]
    const isTurnEnd = next?.speaker !== word.speaker
    const pause = isTurnEnd ? Infinity : next.start - word.end
    const endsSentence = ends.has(index)
    const isFull = index - from >= paragraph.words
    const isPaused = pause >= paragraph.beats * paces.get(word.speaker)!.word
    const endsParagraph = pause >= longPause || (endsSentence && isPaused && isFull)
    if (endsParagraph) from = index + 1
    return { ...word, endsSentence, endsParagraph }
  })
}

/** Nobody speaks sentences of more words for long: one that would be is cut where most speaks for it, if anything does. */
const longSentence = 22
const leastPoints = -2

function sentenceEnds(spoken: SpokenWord[], paces: Map<number, Pace>) {
  const ends = new Set<number>()
  let from = 0
  let best = { index: 0, points: -Infinity }
  const end = (index: number) => {
    ends.add(index)
    from = index + 1
    best = { index, points: -Infinity }
  }
  for (const [index, word] of spoken.entries()) {
    if (spoken[index + 1]?.speaker !== word.speaker) {
      end(index)
      continue
    }
    const here = pointsBetween(spoken, from, index, paces.get(word.speaker)!)
    if (here > 0) end(index)
    else if (index - from >= shortWords && here > best.points) best = { index, points: here }
    if (index - from >= longSentence && best.points > leastPoints) end(best.index)
  }
  return ends
}

function pointsBetween(spoken: SpokenWord[], from: number, index: number, pace: Pace) {
  const [last, next] = [spoken[index]!, spoken[index + 1]!]
  const pause = next.start - last.end
  const drawnOut = (last.end - last.start) / (pace.letter * lettersOf(last)) - 1
  const following = spoken
    .slice(index + 1, index + 7)
    .map(({ word }) => word)
    .join(' ')
  return (
    points.start +
    (pause > audiblePause ? points.pause : 0) +
    points.beat * Math.min(4, pause / pace.word) +
    points.drawnOut * Math.min(2, drawnOut) +
    (beginsQuestion(following) ? points.question : 0) +
    (beginsQuestionToYou(following) && !isCondition(spoken[from]!.word)
      ? points.questionToYou
      : 0) +
    (index - from + 1 < shortWords ? points.short : 0) +
    pointsOf(nextWords, next.word) +
    pointsOf(lastWords, last.word)
  )
}

const pointsOf = (kinds: typeof nextWords, word: string) =>
  kinds.reduce((sum, kind) => sum + (kind.words.has(word) ? kind.points : 0), 0)

const lettersOf = ({ word }: RecognisedWord) => Math.max(2, word.length)

function pacesOf(spoken: SpokenWord[]) {
  const own = Map.groupBy(spoken, ({ speaker }) => speaker)
  return new Map(
    [...own].map(([speaker, said]) => [
      speaker,
      {
        word: median(said.map(({ start, end }) => end - start)),
        letter: median(said.map((word) => (word.end - word.start) / lettersOf(word))),
      },
    ]),
  )
}

/** Of at least one value; never nothing, as it is divided by. */
const median = (values: number[]) =>
  Math.max(0.01, values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0)
