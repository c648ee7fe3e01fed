import {
  type RateLimit,
  type Bucket,
  type BucketState,
  consume,
  secondsToWait,
} from './rate-limits.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { clientNetwork } from '../../../platform/http/client-address.ts'

type AttemptLimits = {
  /** One e-mail from one network. */
  pair: RateLimit
  /** All e-mails from one network. */
  network: RateLimit
  /** One e-mail from everywhere; `kept` of it are for networks that have hardly tried it lately. */
  email?: RateLimit & { kept: number }
}

/** The reasons for these limits: docs/decisions/006-store-logins-in-the-database-and-limit-guessing.md. */
const limits: Record<'sign-in' | 'register' | 'forgot-password', AttemptLimits> = {
  'sign-in': {
    pair: { most: 10, everyS: 90 },
    network: { most: 60, everyS: 60 },
    email: { most: 100, everyS: 600, kept: 80 },
  },
  register: { pair: { most: 10, everyS: 90 }, network: { most: 60, everyS: 60 } },
  // A link works for 30 minutes: where strangers have used this up, the mailbox always holds a good one.
  'forgot-password': {
    pair: { most: 5, everyS: 180 },
    network: { most: 30, everyS: 60 },
    email: { most: 8, everyS: 1200, kept: 4 },
  },
}
/** One e-mail from one network over a day: who has some of it left has hardly tried. */
const newcomer: RateLimit = { most: 2, everyS: 8 * 3600 }
/** A browser that signed in with the e-mail before: whatever strangers do, it has tries of its own. */
const knownBrowser: RateLimit = { most: 10, everyS: 90 }

type Attempt = {
  purpose: keyof typeof limits
  email: string
  address: string
  /** Of a browser that is known to belong to the e-mail (`http/known-browser.ts`). */
  browserId?: string | undefined
}

/**
 * Counts an attempt before it is known how it ends, so that many at once cannot slip through together; answers what may
 * be given back when it was right. Throws too-many-requests when there are none left: only what is tried counts, so
 * nobody waits longer for having asked in vain.
 */
export async function countAttempt(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { purpose, email, address, browserId }: Attempt,
) {
  const rule = limits[purpose]
  const network = clientNetwork(address)
  const count = (limit: RateLimit, ...whose: string[]): Bucket => ({
    ...limit,
    key: keys.sign('attempts', purpose, ...whose).toString('base64url'),
  })
  const counted = async <const Counts extends readonly Bucket[]>(
    counts: Counts,
    waitOf: (held: { [Index in keyof Counts]: BucketState }) => number,
  ): Promise<readonly Bucket[]> => {
    await consume(db, counts, (held) => {
      const waitS = waitOf(held)
      if (waitS > 0) throw new TooManyTries(waitS, purpose)
    })
    return counts
  }

  if (browserId !== undefined)
    return counted([count(knownBrowser, 'browser', email, browserId)], ([own]) =>
      secondsToWait(own),
    )
  const pair = count(rule.pair, 'pair', email, network)
  const all = count(rule.network, 'network', network)
  if (!rule.email)
    return counted([pair, all], ([ofPair, ofNetwork]) =>
      Math.max(secondsToWait(ofPair), secondsToWait(ofNetwork)),
    )
  const { kept } = rule.email
  return counted(
    [pair, all, count(rule.email, 'email', email), count(newcomer, 'newcomer', email, network)],
    ([ofPair, ofNetwork, ofEmail, ofNewcomer]) =>
      Math.max(
        secondsToWait(ofPair),
        secondsToWait(ofNetwork),
        Math.min(
          secondsToWait(ofEmail, kept),
          Math.max(secondsToWait(ofEmail), secondsToWait(ofNewcomer)),
        ),
      ),
  )
}

class TooManyTries extends AppError {
  constructor(waitS: number, purpose: Attempt['purpose']) {
    const minutes = Math.ceil(waitS / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    const orElse = purpose === 'sign-in' ? ', or set a new password' : ''
    super('too-many-requests', `Too many tries. Please wait ${wait} and try again${orElse}.`)
    this.retryAfter = Math.ceil(waitS)
  }
}
