import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { cookieName, isSecure } from './login.ts'

type Needs = Pick<Deps, 'config' | 'keys'>
type Person = { id: string; passwordHash: string }

/** Renewed at every sign-in; browsers keep none for longer. */
const lastsS = 400 * 24 * 3600
/** People who may share a browser and all be known. */
const mostPeople = 5
/** Nobody: what is compared with it takes as long and never fits. */
const nobody: Person = { id: '', passwordHash: '' }

/** Signed with the password's hash: a new password makes every browser a stranger again. */
const marked = (browserId: string, { id, passwordHash }: Person) =>
  [browserId, id, passwordHash] as const

/** The cookie holds, for each person, a number drawn for them and its mark, and not who they are. */
function entriesIn({ config }: Needs, { cookies }: FastifyRequest) {
  const value = cookies[cookieName(config, 'known-browser')] ?? ''
  return [...value.matchAll(/([\w-]{22})([\w-]{43})(?:\.|$)/g)].slice(0, mostPeople)
}

const isOf =
  ({ keys }: Needs, person: Person) =>
  ([, browserId = '', mark = '']: string[]) =>
    keys.isSigned('known-browser', Buffer.from(mark, 'base64url'), ...marked(browserId, person))

/** The number by which the browser of a request is known to be this person's; undefined for a stranger's. */
export function browserOf(needs: Needs, request: FastifyRequest, person: Person = nobody) {
  const known = entriesIn(needs, request).filter(isOf(needs, person))
  return person === nobody ? undefined : known[0]?.[1]
}

/** From now on this is a browser of that person, who has just shown to be it. */
export function rememberBrowser(
  needs: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person,
) {
  const { config, keys } = needs
  const isTheirs = isOf(needs, person)
  const others = entriesIn(needs, request).filter((entry) => !isTheirs(entry))
  const browserId = browserOf(needs, request, person) ?? randomBytes(16).toString('base64url')
  const own =
    browserId + keys.sign('known-browser', ...marked(browserId, person)).toString('base64url')
  const entries = [own, ...others.map(([, id, mark]) => `${id}${mark}`)].slice(0, mostPeople)
  void reply.setCookie(cookieName(config, 'known-browser'), entries.join('.'), {
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(config),
    path: '/',
    maxAge: lastsS,
  })
}
