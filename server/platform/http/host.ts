import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { isLoopback } from '../config/loopback.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For those who watch the machine and know it by its number: tells nothing, changes nothing. */
    answersAnyHost?: boolean
  }
}

type Settings = Pick<Config, 'appOrigin' | 'trustProxy'>

/** What a proxy adds to a request that it passes on. */
const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Answers only those who call this product by its own name: APP_ORIGIN, or this machine's names and addresses. A page
 * of another site whose name suddenly leads here (DNS rebinding) thus reads and changes nothing.
 */
export function answerOwnHostOnly(app: FastifyInstance, { appOrigin, trustProxy }: Settings) {
  const ownName = appOrigin && new URL(appOrigin).hostname
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.answersAnyHost) return done()
    const called = authoritiesOf(request).map(nameOf)
    if (!called.length || !called.every((name) => name && (name === ownName || isLoopback(name))))
      throw new AppError('not-allowed', appOrigin ? notHere(appOrigin) : onlyHere)
    // Whoever is passed on to a loopback address comes from anywhere.
    if (!appOrigin && !trustProxy && marksOfProxies.some((name) => name in request.headers))
      throw new AppError('not-allowed', throughProxy)
    return done()
  })
}

const onlyHere =
  'This address is not answered, only localhost is. Whoever runs the product here can set APP_ORIGIN to the address that people type.'
const throughProxy =
  'This request came through a proxy. Whoever runs the product here can set APP_ORIGIN to the address that people type, and TRUST_PROXY to the proxy.'
const notHere = (appOrigin: string) =>
  `This address is not answered: the product is at ${appOrigin}. A proxy in front of it has to pass on the header Host.`

/** Every host that a request names: in its `Host` headers and, in absolute form, in its first line (RFC 9112, section 3.2). */
function authoritiesOf({ raw: { rawHeaders, url = '' } }: FastifyRequest) {
  const inLine = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  const inHeaders: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') inHeaders.push(rawHeaders[at + 1] ?? '')
  return inLine === undefined ? inHeaders : [inLine, ...inHeaders]
}

/** Name or address without the port; undefined for what has no such form. */
const nameOf = (authority: string) =>
  /^(\[[\da-f:.]+\]|[a-z\d_.-]+)(?::\d*)?$/i.exec(authority)?.[1]?.toLowerCase().replace(/\.$/, '')
