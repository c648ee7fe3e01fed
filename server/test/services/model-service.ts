import type { localService } from '../local-service.ts'

/** The response of a model to one request. */
export type Reply = { text: string } | { refusal: string } | 'cut off'

/** A request to a model, independent of the API. */
export type Asked = {
  system: string
  turns: { role: string; text: string }[]
  /** The JSON schema of the response, if the request has one. */
  schema: object | undefined
}

type Service = Awaited<ReturnType<typeof localService>>
/** A fake model service, for the shared LLM tests. */
export type ModelService = Service & {
  key: string
  /** Queues responses; without any the model uses its default. */
  say(...replies: Reply[]): void
  /** Sets the default response until `forget`. */
  answerWith(answer: (asked: Asked) => Reply): void
  /** Received requests, oldest first. */
  asked: Asked[]
}

/** A conversation, or the minimal JSON that the schema allows. */
function defaultReply({ system }: Asked): Reply {
  if (!system.includes('Answer with JSON alone'))
    return { text: 'Coach: How was your week?\n\nClient: It was fine.' }
  if (system.includes('"riskScore"'))
    return { text: JSON.stringify({ riskScore: 20, reasons: [], protective: [] }) }
  return { text: JSON.stringify({ values: [] }) }
}

/** Creates a service whose responses the test controls. */
export async function ledBy(
  key: string,
  make: (answerTo: (asked: Asked) => Reply) => Promise<Service>,
): Promise<ModelService> {
  const asked: Asked[] = []
  const replies: Reply[] = []
  let reply = defaultReply
  const service = await make((it) => {
    asked.push(it)
    return replies.shift() ?? reply(it)
  })
  return {
    ...service,
    ...{ key, asked, say: (...those) => void replies.push(...those) },
    answerWith: (answer) => void (reply = answer),
    forget() {
      service.forget()
      asked.length = 0
      replies.length = 0
      reply = defaultReply
    },
  }
}

/** Approximate token count. */
export const tokensIn = (text: string) => Math.ceil(text.length / 4)
