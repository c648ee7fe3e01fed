import { isAlreadyCreated } from '#web/lib/error-kinds.ts'

/** The keys of what was sent and is not known to be made, by the endpoint. */
export type Unanswered = Map<string, string>

/**
 * Sends under a key: the one of what was sent to this endpoint before, unless it is known to be made. If it had arrived
 * though its answer was lost, the same makes nothing a second time, and something else is refused, once.
 */
export async function sendUnderKey<Answer>(
  unanswered: Unanswered,
  endpoint: string,
  send: (key: string) => Promise<Answer>,
) {
  // Also where the page came by plain HTTP, as `randomUUID` does not.
  const key = unanswered.get(endpoint) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  unanswered.set(endpoint, key)
  try {
    const answer = await send(key)
    unanswered.delete(endpoint)
    return answer
  } catch (error) {
    if (isAlreadyCreated(error)) unanswered.delete(endpoint)
    throw error
  }
}
