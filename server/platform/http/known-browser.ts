import { randomBytes } from 'node:crypto'
import type { Keys } from '../keys/keys.ts'
import type { Browser } from './browser.ts'
import type { Cookie } from './cookies.ts'

type Person = { id: string; passwordHash: string }

/** Browsers limit cookies to 400 days. */
const maxAgeSeconds = 400 * 24 * 3600
const maxPeople = 5
/** Compared for unknown emails, so that the response takes as long. Never matches. */
const nobody: Person = { id: '', passwordHash: '' }

/** Includes the password hash, so that a new password invalidates all known browsers. */
const signedParts = (browserId: string, { id, passwordHash }: Person) =>
  [browserId, id, passwordHash] as const

/** For each person a random id and its signature; the cookie does not reveal who they are. */
const entriesIn = ({ cookies: { 'known-browser': value = '' } }: Browser) =>
  [...value.matchAll(/([\w-]{22})([\w-]{43})(?:\.|$)/g)].slice(0, maxPeople)

const belongsTo =
  (keys: Keys, person: Person) =>
  ([, browserId = '', mark = '']: string[]) =>
    keys.isSigned(
      'known-browser',
      Buffer.from(mark, 'base64url'),
      ...signedParts(browserId, person),
    )

/** The id of this person's browser; undefined for an unknown browser. */
export function knownBrowserId(keys: Keys, browser: Browser, person: Person = nobody) {
  const known = entriesIn(browser).filter(belongsTo(keys, person))
  return person === nobody ? undefined : known[0]?.[1]
}

/** Marks the browser as known after a successful sign-in, by a cookie. */
export function rememberBrowser(keys: Keys, browser: Browser, person: Person) {
  const isTheirs = belongsTo(keys, person)
  const others = entriesIn(browser).filter((entry) => !isTheirs(entry))
  const browserId = knownBrowserId(keys, browser, person) ?? randomBytes(16).toString('base64url')
  const own =
    browserId + keys.sign('known-browser', ...signedParts(browserId, person)).toString('base64url')
  const entries = [own, ...others.map(([, id, mark]) => `${id}${mark}`)].slice(0, maxPeople)
  const cookie: Cookie = {
    name: 'known-browser',
    value: entries.join('.'),
    sameSite: 'strict',
    maxAge: maxAgeSeconds,
  }
  return { browserId, cookie }
}
