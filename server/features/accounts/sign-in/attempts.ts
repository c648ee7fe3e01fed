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
  /** One email from all networks; `reserved` of them for networks with few recent attempts. */
  email?: RateLimit & { reserved: number }
  /** A browser that signed in with the email before has its own attempts. */
  knownBrowser: RateLimit
}

/** The reasons for these limits: docs/decisions/006-store-logins-in-the-database-and-limit-guessing.md. */
const limits: Record<'sign-in' | 'second-factor' | 'register' | 'forgot-password', AttemptLimits> =
  {
    'sign-in': {
      pair: { max: 10, refillSeconds: 90 },
      network: { max: 60, refillSeconds: 60 },
      email: { max: 100, refillSeconds: 600, reserved: 80 },
      knownBrowser: { max: 10, refillSeconds: 90 },
    },
    // Whoever gets here knows the password: a hundred guesses a day against three codes of a million.
    'second-factor': {
      pair: { max: 5, refillSeconds: 180 },
      network: { max: 30, refillSeconds: 60 },
      email: { max: 20, refillSeconds: 900, reserved: 10 },
      knownBrowser: { max: 10, refillSeconds: 900 },
    },
    register: {
      pair: { max: 10, refillSeconds: 90 },
      network: { max: 60, refillSeconds: 60 },
      knownBrowser: { max: 10, refillSeconds: 90 },
    },
    // Links are valid for 30 minutes: once others used this up, the mailbox holds a valid one.
    'forgot-password': {
      pair: { max: 5, refillSeconds: 180 },
      network: { max: 30, refillSeconds: 60 },
      email: { max: 8, refillSeconds: 1200, reserved: 4 },
      knownBrowser: { max: 10, refillSeconds: 90 },
    },
  }
/** One email from one network over a day: available means few recent attempts. */
const newcomer: RateLimit = { max: 2, refillSeconds: 8 * 3600 }

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
    waitOf: (buckets: { [Index in keyof Counts]: BucketState }) => number,
  ): Promise<readonly Bucket[]> => {
    await consume(db, counts, (buckets) => {
      const waitSeconds = waitOf(buckets)
      if (waitSeconds > 0) throw new TooManyAttempts(waitSeconds, purpose)
    })
    return counts
  }

  if (browserId !== undefined)
    return counted([count(rule.knownBrowser, 'browser', email, browserId)], ([own]) =>
      secondsToWait(own),
    )
  const pair = count(rule.pair, 'pair', email, network)
  const all = count(rule.network, 'network', network)
  if (!rule.email)
    return counted([pair, all], ([ofPair, ofNetwork]) =>
      Math.max(secondsToWait(ofPair), secondsToWait(ofNetwork)),
    )
  const { reserved } = rule.email
  return counted(
    [pair, all, count(rule.email, 'email', email), count(newcomer, 'newcomer', email, network)],
    ([ofPair, ofNetwork, ofEmail, ofNewcomer]) =>
      Math.max(
        secondsToWait(ofPair),
        secondsToWait(ofNetwork),
        Math.min(
          secondsToWait(ofEmail, reserved),
          Math.max(secondsToWait(ofEmail), secondsToWait(ofNewcomer)),
        ),
      ),
  )
}

class TooManyAttempts extends AppError {
  constructor(waitSeconds: number, purpose: Attempt['purpose']) {
    const minutes = Math.ceil(waitSeconds / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    const orElse = purpose === 'sign-in' ? ', or set a new password' : ''
    super('too-many-requests', `Too many attempts. Please wait ${wait} and try again${orElse}.`)
    this.retryAfter = Math.ceil(waitSeconds)
  }
}
