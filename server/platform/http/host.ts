import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { isLoopback } from '../config/loopback.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any host name: health checks. */
    answersAnyHost?: boolean
  }
}

type Settings = Pick<Config, 'appOrigin' | 'trustProxy'>

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Rejects requests for other host names than APP_ORIGIN and loopback names, which prevents DNS rebinding. */
export function requireKnownHost(app: FastifyInstance, { appOrigin, trustProxy }: Settings) {
  const ownName = appOrigin && new URL(appOrigin).hostname
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.answersAnyHost) return done()
    const called = listAuthorities(request).map(getHostName)
    if (!called.length || !called.every((name) => name && (name === ownName || isLoopback(name))))
      throw new AppError('not-allowed', appOrigin ? wrongHost(appOrigin) : onlyLocal)
    // A proxy on this machine may forward requests from anywhere.
    if (!appOrigin && !trustProxy && proxyHeaders.some((name) => name in request.headers))
      throw new AppError('not-allowed', throughProxy)
    return done()
  })
}

const onlyLocal =
  'This host name is not allowed; only localhost is. The administrator can set APP_ORIGIN to the address that people use.'
const throughProxy =
  'This request came through a proxy. The administrator can set APP_ORIGIN to the address that people use, and TRUST_PROXY to the proxy.'
const wrongHost = (appOrigin: string) =>
  `This host name is not allowed; the product is at ${appOrigin}. A proxy in front of it must pass on the Host header.`

/** All hosts in `Host` headers and an absolute request target (RFC 9112, section 3.2). */
function listAuthorities({ raw: { rawHeaders, url = '' } }: FastifyRequest) {
  const inLine = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  const inHeaders: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') inHeaders.push(rawHeaders[at + 1] ?? '')
  return inLine === undefined ? inHeaders : [inLine, ...inHeaders]
}

/** Without the port; undefined when malformed. */
const getHostName = (authority: string) =>
  /^(\[[\da-f:.]+\]|[a-z\d_.-]+)(?::\d*)?$/i.exec(authority)?.[1]?.toLowerCase().replace(/\.$/, '')
