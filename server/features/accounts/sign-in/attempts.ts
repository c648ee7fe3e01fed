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
  /** One email from one network. */
  pair: RateLimit
  /** All emails from one network. */
  network: RateLimit
  /** One email from all networks; `kept` are reserved for networks with few recent attempts. */
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
  // Links are valid for 30 minutes: once others used this up, the mailbox holds a valid one.
  'forgot-password': {
    pair: { most: 5, everyS: 180 },
    network: { most: 30, everyS: 60 },
    email: { most: 8, everyS: 1200, kept: 4 },
  },
}
/** One email from one network over a day: available means few recent attempts. */
const newcomer: RateLimit = { most: 2, everyS: 8 * 3600 }
/** A browser that signed in with the email before has its own attempts. */
const knownBrowser: RateLimit = { most: 10, everyS: 90 }

type Attempt = {
  purpose: keyof typeof limits
  email: string
  address: string
  /** Of a browser known for the email (`http/known-browser.ts`). */
  browserId?: string | undefined
}

/**
 * Counts an attempt before its outcome is known, so that concurrent ones cannot slip through; returns the buckets to refund
 * on success. Throws too-many-requests without counting, so that retrying too early does not prolong the wait.
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
    super('too-many-requests', `Too many attempts. Please wait ${wait} and try again${orElse}.`)
    this.retryAfter = Math.ceil(waitS)
  }
}
