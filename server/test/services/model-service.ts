import type { localService } from '../local-service.ts'

/** What a model answers to one question. */
export type Reply = { text: string } | { refusal: string } | 'cut off'

/** What a service was asked, whichever way it is asked. */
export type Asked = {
  system: string
  turns: { role: string; text: string }[]
  /** The schema that the answer has to be of, where it was sent as one. */
  schema: object | undefined
}

/** A service with a model behind it, as the suite of all of them leads it. */
export type ModelService = Awaited<ReturnType<typeof localService>> & {
  key: string
  /** What the model answers next; when nothing is left it answers as it usually does. */
  say(...replies: Reply[]): void
  /** How the model answers from now on, until it is forgotten. */
  answerWith(answer: (asked: Asked) => Reply): void
  /** In the order in which it was asked. */
  asked: Asked[]
}

/** What a model says that nobody leads: a conversation, or the least that the schema lets it. */
export const usualReply = ({ schema }: Asked): Reply => {
  const text = JSON.stringify(schema)
  if (schema === undefined) return { text: 'Coach: How was your week?\n\nClient: It was fine.' }
  if (text.includes('riskScore'))
    return { text: JSON.stringify({ riskScore: 20, reasons: [], protective: [] }) }
  return { text: JSON.stringify({ values: [] }) }
}

/** Tokens as services count them, more or less. */
export const tokensIn = (text: string) => Math.ceil(text.length / 4)
