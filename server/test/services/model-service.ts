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

type Service = Awaited<ReturnType<typeof localService>>
/** A service with a model behind it, as the suite of all of them leads it. */
export type ModelService = Service & {
  key: string
  /** What the model answers next; when nothing is left it answers as it usually does. */
  say(...replies: Reply[]): void
  /** How the model answers from now on, until it is forgotten. */
  answerWith(answer: (asked: Asked) => Reply): void
  /** In the order in which it was asked. */
  asked: Asked[]
}

/** What a model says that nobody leads: a conversation, or the least that the schema lets it. */
function usualReply({ system }: Asked): Reply {
  if (!system.includes('Answer with JSON alone'))
    return { text: 'Coach: How was your week?\n\nClient: It was fine.' }
  if (system.includes('"riskScore"'))
    return { text: JSON.stringify({ riskScore: 20, reasons: [], protective: [] }) }
  return { text: JSON.stringify({ values: [] }) }
}

/** Makes a service that answers as it is led. */
export async function ledBy(
  key: string,
  make: (answerTo: (asked: Asked) => Reply) => Promise<Service>,
): Promise<ModelService> {
  const asked: Asked[] = []
  const replies: Reply[] = []
  let usually = usualReply
  const service = await make((it) => {
    asked.push(it)
    return replies.shift() ?? usually(it)
  })
  return {
    ...service,
    ...{ key, asked, say: (...those) => void replies.push(...those) },
    answerWith: (answer) => void (usually = answer),
    forget() {
      service.forget()
      asked.length = 0
      replies.length = 0
      usually = usualReply
    },
  }
}

/** Tokens as services count them, more or less. */
export const tokensIn = (text: string) => Math.ceil(text.length / 4)
