import { setTimeout as sleep } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import type { BaseAddresses } from '../config/base-addresses.ts'
import type { Db } from '../db/db.ts'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { answerOf, type Answer, type Verdict, verdictOf, wordsIn } from './answer.ts'
import { openPassage, type Passage, type Passing } from './passage.ts'
import { noteLink } from './egress.queries.ts'
import type { Payload } from './payload.ts'
import { redacted } from './redact.ts'
import { backoffMs, retryAfterMs } from './retry-after.ts'
import { begin } from './send.ts'

/** One call to an outside service. */
export type Outgoing = {
  /** What it is for, in a word or two of the product: it stands in the record of what left. */
  purpose: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  /** Made anew for each try where they are signed with its moment. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** An administrator typed the address: it may not lead to this machine. */
  isOfForm?: boolean
  body?: Payload | undefined
  /** Whose words or picture it holds, if any. */
  sessionId?: string | undefined
  signal: AbortSignal
  /** Milliseconds for one try, for a stream until it begins; two minutes. */
  withinMs?: number
  /** Milliseconds without a byte; thirty seconds. */
  silenceMs?: number
  /** Tries in all: 3, or 1 for what must not happen twice. */
  tries?: number
  /** Milliseconds that may be waited for a service that asks for it: ten seconds, as somebody waits. */
  patienceMs?: number
  /** What an answer means, where it does not follow from its status. Undefined: it does. */
  verdict?: (answer: Answer) => Verdict | undefined
}

export type Opened = Pick<Answer, 'status' | 'headers'> & { body: Readable }

/**
 * The one way to an outside service. Throws Rejected with the service's own words where it says no, and Unavailable
 * where it cannot be had or wants to be asked later. No secret and no address of a person is in any of them.
 */
export type Door = {
  /** How people call the service. */
  readonly label: string
  /** Whose door it is: what is kept in a place that others use as well is kept under this name. */
  readonly integrationId: string
  /** Where the service is: its documented origin, or what the environment puts in its place. `of` is another's key. */
  address(documented: string, of?: string): string
  /** Answers once the answer is there as a whole. */
  call(request: Outgoing): Promise<Answer>
  /** Answers when the answer begins; its bytes come as they are read, and a stream that breaks off is destroyed with Unavailable. */
  open(request: Outgoing): Promise<Opened>
  /** For what is not HTTP: one try, in turn, noted like the others. */
  through<T>(
    passage: Omit<Passage, 'withinMs'> & { withinMs?: number },
    work: (passing: Passing) => Promise<T>,
  ): Promise<T>
  /** Notes a link by which somebody fetches a recording from the service, before it is handed out. */
  noteLink(link: { url: string; sessionId?: string | undefined }): Promise<void>
  /** A sentence of the service, fit to be shown. */
  said(words: string): string
}

type Needs = {
  db: Db
  addresses: BaseAddresses
  onError: (error: Error) => void
  /** Milliseconds before another try where the service names none. */
  backoff?: (tried: number) => number
}
type Whose = {
  integrationId: string
  provider: string
  label: string
  secrets: readonly string[]
  /** Calls at a time; four. */
  maxConcurrent?: number | undefined
}

const usualWithinMs = 120_000
const usualSilenceMs = 30_000
const usualPatienceMs = 10_000

/** Opens the door to one service, with a circuit and turns of its own. */
export function openDoor(
  { backoff = backoffMs, ...needs }: Needs,
  { provider, label, secrets, ...whose }: Whose,
): Door {
  const said = (words: string) => redacted(words, secrets)
  const pass = openPassage(needs, { ...whose, provider, label, said })

  /** One try. `keep` is handed the answer while it is still to be read. */
  async function once<T>(
    request: Outgoing,
    keep: (opened: Opened, passing: Passing) => Promise<T>,
  ) {
    const { withinMs = usualWithinMs, silenceMs = usualSilenceMs, ...sent } = request
    return pass({ ...request, host: new URL(request.url).host, withinMs }, async (passing) => {
      const opened = await begin({ ...sent, silenceMs }, passing, label)
      passing.status = opened.status
      return keep(opened, passing)
    })
  }

  /** Throws what an answer comes to, where it is not what was asked for. */
  function judge(request: Outgoing, answer: Answer) {
    const verdict = request.verdict?.(answer) ?? verdictOf(answer.status)
    if (verdict === 'good') return
    const words = wordsIn(answer)
    const sentence = words
      ? `${label} says: ${said(words)}`
      : `${label} ${verdict === 'later' ? 'cannot answer at the moment' : 'refused the call'} (status ${answer.status}).`
    if (verdict === 'refused') throw new Rejected('refused', sentence)
    throw new Unavailable(sentence, { waitMs: retryAfterMs(answer.headers) })
  }

  async function tried<T>(request: Outgoing, attempt: () => Promise<T>): Promise<T> {
    const { tries = 3, patienceMs = usualPatienceMs, signal } = request
    for (let number = 1; ; number++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Unavailable) || number >= tries || signal.aborted) throw error
        const waitMs = error.waitMs ?? backoff(number)
        if (waitMs > patienceMs) throw error
        await sleep(waitMs, undefined, { signal })
      }
    }
  }

  return {
    label,
    integrationId: whose.integrationId,
    said,
    address: (documented, of = provider) => needs.addresses[of] ?? documented,
    call: (request) =>
      tried(request, () =>
        once(request, async (opened) => {
          const answer = await answerOf(opened, label)
          judge(request, answer)
          return answer
        }),
      ),
    open: (request) =>
      tried(request, () =>
        once(request, async (opened, passing) => {
          if (verdictOf(opened.status) === 'good') {
            passing.until(opened.body)
            return opened
          }
          judge(request, await answerOf(opened, label))
          // It is an answer all the same: one that was read already.
          return opened
        }),
      ),
    async noteLink({ url, sessionId }) {
      const { integrationId } = whose
      await noteLink(needs.db, { integrationId, provider, host: new URL(url).host, sessionId })
    },
    through: (passage, work) => pass({ withinMs: usualWithinMs, ...passage }, work),
  }
}
