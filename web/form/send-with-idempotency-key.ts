import { isAlreadyCreated } from '#web/lib/error-kinds.ts'

/** By endpoint, the keys of requests whose outcome is unknown. */
export type UnconfirmedKeys = Map<string, string>

/**
 * Reuses the key of the last request to this endpoint until that is known to have succeeded. If it did although its answer
 * was lost, sending the same again creates nothing new, and something else is rejected once.
 */
export async function sendWithIdempotencyKey<Answer>(
  unconfirmed: UnconfirmedKeys,
  endpoint: string,
  send: (key: string) => Promise<Answer>,
) {
  // `randomUUID` is missing over plain HTTP.
  const key = unconfirmed.get(endpoint) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  unconfirmed.set(endpoint, key)
  try {
    const answer = await send(key)
    unconfirmed.delete(endpoint)
    return answer
  } catch (error) {
    if (isAlreadyCreated(error)) unconfirmed.delete(endpoint)
    throw error
  }
}
