import { ApiError } from '#web/lib/api.ts'

/** The keys of what was sent and had no answer, by what it was. */
export type Unanswered = Map<string, string>

/** Nobody knows what became of it. A 5xx tells nothing: it may be of somebody on the way. */
export const isUnanswered = (error: unknown) => !(error instanceof ApiError && error.status < 500)

/** Sends under a key: the one that the same was sent under before, where that was not answered. */
export async function sendUnderKey<Answer>(
  unanswered: Unanswered,
  what: string,
  send: (key: string) => Promise<Answer>,
) {
  // Also where the page came by plain HTTP, as `randomUUID` does not.
  const key = unanswered.get(what) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  unanswered.set(what, key)
  try {
    const answer = await send(key)
    unanswered.delete(what)
    return answer
  } catch (error) {
    if (!isUnanswered(error)) unanswered.delete(what)
    throw error
  }
}
