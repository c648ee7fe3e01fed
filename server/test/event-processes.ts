import http, { type IncomingMessage } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach } from 'vitest'
import { openDb } from '../platform/db/db.ts'
import { openAnnouncements } from '../platform/db/notify.ts'
import type { Deps } from '../deps.ts'
import { registerErrorHandler } from '../platform/http/errors.ts'
import { registerRequestPolicy } from '../platform/http/request-policy.ts'
import { enforceTimeouts, defaultTimeouts } from '../platform/http/request-timeouts.ts'
import { validatorCompiler, serializerCompiler } from '../platform/http/schemas.ts'
import type { StreamLimits } from '../platform/http/event-stream.ts'

export const neverBeating = {
  heartbeatMs: 60_000,
  maxPerPerson: 20,
  maxPerProcess: 500,
  reservedForNewPeople: 0,
}

type Tested = { deps: Deps; databaseUrl: string }
type Routes = (app: FastifyInstance, deps: Deps, limits: StreamLimits) => void

/** App processes that share a database, for event streams; closed after the last test. */
export function eventProcesses({ deps, databaseUrl }: Tested, routes: Routes) {
  const undone: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const undo of undone.toReversed()) await undo()
  })
  return async (limits: StreamLimits = neverBeating) => {
    const fail = (error: Error) => {
      throw error
    }
    const announcements = await openAnnouncements(databaseUrl, fail)
    const own = openDb(databaseUrl, fail, 3)
    const app = Fastify({ forceCloseConnections: true })
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    enforceTimeouts(app, defaultTimeouts)
    registerErrorHandler(app)
    await app.register(cookie)
    const theirs = { ...deps, db: own.db, announcements }
    registerRequestPolicy(app, theirs)
    routes(app, theirs, limits)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    let isClosed = false
    const close = async () => {
      if (isClosed) return
      isClosed = true
      await app.close()
      await announcements.close()
      await own.db.destroy()
    }
    undone.push(close)
    return { address, close }
  }
}

const ask = (url: string, as: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    http.get(url, { headers: { cookie: as }, agent: false }, resolve).on('error', reject)
  })

/** Listens as a browser does, over a real socket, until the end of each test. Call once per test file, at the top. */
export function eventListeners() {
  const listening: (() => Promise<void>)[] = []
  afterEach(() => Promise.all(listening.splice(0).map((close) => close())))
  return async (url: string, as: string) => {
    const answer = await ask(url, as)
    const heard = { text: '', hasEnded: false }
    answer.setEncoding('utf8').on('data', (text: string) => (heard.text += text))
    const ended = new Promise<void>((resolve) => {
      answer.once('close', () => {
        heard.hasEnded = true
        resolve()
      })
    })
    const close = async () => {
      answer.destroy()
      await ended
    }
    listening.push(close)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      heard,
      events: () =>
        [...heard.text.matchAll(/(?<=^|\n\n)data: (.+)\n\n/g)].map(
          ([, data]) => JSON.parse(data ?? '') as unknown,
        ),
      pause: () => answer.pause(),
      resume: () => answer.resume(),
      ended,
      close,
    }
  }
}
