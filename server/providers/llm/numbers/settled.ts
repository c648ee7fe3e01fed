import type { Anchor } from './anchors.ts'
import type { Answer, Said } from './answer.ts'
import type { Scale } from './scale.ts'
import type { Topic } from './topics.ts'

type Asked = { topics: readonly Topic[]; scale: Scale | undefined; ends: readonly Anchor[] }

type Settled = {
  topic: Topic
  said: Said
  measure: { scale: Scale; ends: readonly Anchor[] }
  /** It takes back what was said before this answer. */
  isCorrection: boolean
}

/** The number of each topic that an answer leaves: the last correction counts, of two others neither. */
export function settled({ said }: Answer, asked: Asked | undefined, isSure: boolean): Settled[] {
  const all = said.flatMap((one) =>
    topicsOf(one, asked, isSure).map((topic) => ({ topic, said: one })),
  )
  const left = new Map<Topic, { said: Said; isTwo: boolean; isCorrection: boolean }>()
  for (const { topic, said: one } of all) {
    const before = left.get(topic)
    if (!before || one.isCorrection)
      left.set(topic, { said: one, isTwo: false, isCorrection: one.isCorrection })
    else if (before.said.value !== one.value) left.set(topic, { ...before, isTwo: true })
  }
  return [...left].flatMap(([topic, { said: one, isTwo, isCorrection }]) => {
    const scale = scaleOf(one, asked)
    if (isTwo || !scale) return []
    return [{ topic, said: one, isCorrection, measure: { scale, ends: asked?.ends ?? [] } }]
  })
}

/** What a number is out of: as it is said with it, unless the question asks in just that. */
const scaleOf = ({ scale }: Said, asked: Asked | undefined) =>
  scale && scale.high !== asked?.scale?.high ? scale : asked?.scale

/** What a number is said of; nothing where that could be two things. */
function topicsOf(one: Said, asked: Asked | undefined, isSure: boolean): readonly Topic[] {
  const named = one.topics
  const [only] = named
  if (named.length === 1 && only) {
    if (asked?.topics.includes(only)) return [only]
    // Nobody asked for it: it must be told in full, by somebody who is known to be the client.
    return isSure && one.isPlain && (one.scale || asked?.scale) ? [only] : []
  }
  if (named.length) return named.length === 2 && one.isBoth ? named : []
  if (!asked) return []
  if (asked.topics.length === 1)
    return one.beside.every((it) => asked.topics.includes(it)) ? asked.topics : []
  if (one.isBoth) return asked.topics.length === 2 && !one.beside.length ? asked.topics : []
  const [beside] = one.beside
  return one.beside.length === 1 && beside && asked.topics.includes(beside) ? [beside] : []
}
