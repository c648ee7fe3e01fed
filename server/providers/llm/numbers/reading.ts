import { type Anchor, isUpright } from './anchors.ts'
import { type Answer, answerOf } from './answer.ts'
import { deniesBeyond } from './denied.ts'
import { type HeardBack, heardBack, isAgreed } from './heard-back.ts'
import type { Heard } from './heard.ts'
import { type Question, questionOf } from './question.ts'
import { quoteAround, quoteOf } from './quote.ts'
import { type Scale, shareOf, valueOf } from './scale.ts'
import { settled } from './settled.ts'
import { type Metric, namedIn, type Topic, type Topics } from './topics.ts'
import { waiting } from './vocabulary.ts'

/** What is asked at the moment, with the words that ask it. */
type Asked = Omit<Question, 'quoted'> & {
  id: number
  quotes: readonly string[]
  /** Something else was spoken of since. */
  isLeft: boolean
}

type Found = { metric: Metric; share: number; quotes: string[]; askedBy: number }
type Measure = { scale: Scale; ends: readonly Anchor[] }

/** Goes along a conversation: what is asked, what is answered to it, and what was found so far. */
export function startReading(topics: Topics) {
  const found = new Map<string, Found>()
  /** Of these two numbers were said, and neither took the other back. */
  const open = new Set<string>()
  let count = 0
  let asked: Asked | undefined
  /** Of the question before, for one that names none. */
  let before: Measure | undefined
  let back: (HeardBack & { quotes: string[] }) | undefined

  function forget() {
    asked = undefined
    before = undefined
    back = undefined
  }

  function ask(turn: Heard) {
    const items = turn.asked
    if (items.every(({ text }) => waiting.has(text))) return
    const question = questionOf(items, topics)
    if (question) return begin(turn, question)
    const again = asked && heardBack(items, topics)
    if (!again) return forget()
    back = {
      ...again,
      quotes: quoteOf(turn, { first: items[0]?.first ?? 0, behind: turn.words.length }),
    }
  }

  function begin(turn: Heard, { topics: named, scale, ends, quoted }: Question) {
    const inherited = !named.length && asked && !asked.isLeft ? asked : undefined
    const about = named.length ? named : inherited?.topics
    if (!about) {
      forget()
      // Of what was not heard; the question after it may be asked on the same scale.
      before = scale && { scale, ends }
      return
    }
    const measure = scale ? { scale, ends } : before
    asked = {
      ...{ id: count++, topics: about, isLeft: false },
      ...{ scale: measure?.scale, ends: [...(scale ? [] : (before?.ends ?? [])), ...ends] },
      quotes: [...(inherited?.quotes ?? []), ...quoted.flatMap((it) => quoteOf(turn, it))],
    }
    before = asked.scale && { scale: asked.scale, ends: asked.ends }
    back = undefined
  }

  function answer(turn: Heard) {
    const said = answerOf(turn.items, topics)
    const reply = back
    back = undefined
    if (asked && reply && !said.said.length && !said.isOpen && isAgreed(turn.items))
      return agree(turn, asked, reply)
    if (asked && said.isOpen) withdraw(asked.id)
    else if (!asked?.scale || !deniesBeyond(turn.items, asked.scale))
      for (const one of settled(said, asked, turn.isSure)) keepAnswer(turn, one, !!reply)
    if (asked && namedIn(turn.items, topics).some(({ topic }) => !asked?.topics.includes(topic)))
      asked.isLeft = true
  }

  function keepAnswer(
    turn: Heard,
    { topic, said, measure, isCorrection }: ReturnType<typeof settled>[number],
    isReply: boolean,
  ) {
    const quotes = [...(asked?.quotes ?? []), ...quoteAround(turn, turn.items, said.at)]
    const it = { value: said.value, quotes, isCorrection: isCorrection || isReply }
    keep(topic, it, measure, asked?.id ?? count++)
  }

  function agree(
    turn: Heard,
    to: Asked,
    { value, scale: own, topics: named, quotes }: HeardBack & { quotes: string[] },
  ) {
    const about = named.length ? named : to.topics
    const [topic] = about
    const scale = own && own.high !== to.scale?.high ? own : to.scale
    if (!topic || about.length > 1 || !to.topics.includes(topic) || !scale) return
    const agreed = quoteAround(turn, turn.items, 0)
    const all = [...to.quotes, ...quotes, ...agreed]
    keep(topic, { value, quotes: all, isCorrection: false }, { scale, ends: to.ends }, to.id)
  }

  function withdraw(id: number) {
    for (const [key, { askedBy }] of found) if (askedBy === id) found.delete(key)
  }

  function keep(
    topic: Topic,
    { value, quotes, isCorrection }: { value: number; quotes: string[]; isCorrection: boolean },
    { scale, ends }: Measure,
    askedBy: number,
  ) {
    const { metric } = topic
    const share = shareOf(value, scale)
    if (!metric || share === undefined || !isUpright(ends, scale, topic, topics)) return
    const { key } = metric
    const known = found.get(key)
    if (open.has(key) && !isCorrection) return
    if (known && known.share !== share && !isCorrection) {
      found.delete(key)
      if (known.askedBy !== askedBy) open.add(key)
      return
    }
    open.delete(key)
    found.set(key, { metric, share, quotes, askedBy })
  }

  return {
    ask,
    answer,
    /** A line of whom nobody knows who said it: a question, or what can only be its answer. */
    either(turn: Heard) {
      if (questionOf(turn.asked, topics)?.scale) return ask(turn)
      const { said, isOpen }: Answer = answerOf(turn.items, topics)
      if (asked && !isOpen && said.length > 0 && said.every((it) => it.isPlain && it.at < mostLead))
        answer({ ...turn, isSure: false })
      forget()
    },
    values: () =>
      [...found.values()].map(({ metric, share, quotes }) => ({
        key: metric.key,
        value: valueOf(share, metric),
        quotes: [...new Set(quotes)],
      })),
  }
}

/** Words before the number of what can only be an answer. */
const mostLead = 6
