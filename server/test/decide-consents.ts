import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { ClientConsents, ConsentPurpose } from '#contract/consents/consents.ts'

type Call = (options: InjectOptions, cookie?: string) => Promise<LightMyRequestResponse>
type Decisions = Partial<Record<ConsentPurpose, boolean>>

/** Gives or withdraws consent through the API, having read the texts as `reader`. */
export async function decideConsents(
  call: Call,
  clientId: string,
  decisions: Decisions,
  { cookie, reader = cookie }: { cookie: string; reader?: string },
) {
  const url = `/api/clients/${clientId}/consents`
  const { consents } = (await call({ url }, reader)).json<ClientConsents>()
  const payload = {
    decisions: consents.flatMap(({ purpose, text }) => {
      const isGiven = decisions[purpose]
      return isGiven === undefined ? [] : { purpose, isGiven, textId: text.id }
    }),
  }
  return call({ method: 'POST', url, payload }, cookie)
}
