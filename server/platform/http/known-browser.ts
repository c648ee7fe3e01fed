import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { readCookie, setCookie } from './cookies.ts'

type Needs = Pick<Deps, 'config' | 'keys'>
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
function entriesIn({ config }: Needs, request: FastifyRequest) {
  const value = readCookie(config, request, 'known-browser') ?? ''
  return [...value.matchAll(/([\w-]{22})([\w-]{43})(?:\.|$)/g)].slice(0, maxPeople)
}

const belongsTo =
  ({ keys }: Needs, person: Person) =>
  ([, browserId = '', mark = '']: string[]) =>
    keys.isSigned(
      'known-browser',
      Buffer.from(mark, 'base64url'),
      ...signedParts(browserId, person),
    )

/** The id of this person's browser; undefined for an unknown browser. */
export function knownBrowserId(needs: Needs, request: FastifyRequest, person: Person = nobody) {
  const known = entriesIn(needs, request).filter(belongsTo(needs, person))
  return person === nobody ? undefined : known[0]?.[1]
}

/** Marks the browser as known after a successful sign-in. Returns its id. */
export function rememberBrowser(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
) {
  const { config, keys } = needs
  const isTheirs = belongsTo(needs, person)
  const others = entriesIn(needs, request).filter((entry) => !isTheirs(entry))
  const browserId = knownBrowserId(needs, request, person) ?? randomBytes(16).toString('base64url')
  const own =
    browserId + keys.sign('known-browser', ...signedParts(browserId, person)).toString('base64url')
  const entries = [own, ...others.map(([, id, mark]) => `${id}${mark}`)].slice(0, maxPeople)
  setCookie(config, reply, 'known-browser', {
    value: entries.join('.'),
    sameSite: 'strict',
    maxAge: maxAgeSeconds,
  })
  return browserId
}
