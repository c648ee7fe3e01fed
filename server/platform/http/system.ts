import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { createMetrics } from './metrics.ts'

const yearMs = 365 * 24 * 3600 * 1000

/** RFC 9116, valid for a year from the day it is read. */
function securityText(contact: string) {
  const expires = `${new Date(Date.now() + yearMs).toISOString().slice(0, 10)}T00:00:00Z`
  const address = contact.includes('@') ? `mailto:${contact}` : contact
  return `Contact: ${address}\nExpires: ${expires}\nPreferred-Languages: en\n`
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Health and metrics for operators. */
export function systemRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) {
  const open = { config: { answersAnyHost: true } }

  app.get('/healthz', open, async () => ({ status: 'alive' }))

  app.get('/readyz', open, async () => {
    // Nor is one ready that does not answer.
    const isReady = await isMigrated((text) =>
      sql<{ name: string }>`${sql.raw(text)}`.execute(db),
    ).catch(() => false)
    if (!isReady) throw new AppError('unavailable', 'The database is not ready.')
    return { status: 'ready' }
  })

  app.get('/.well-known/security.txt', async (_request, reply) =>
    config.securityContact
      ? reply.type('text/plain; charset=utf-8').send(securityText(config.securityContact))
      : reply.callNotFound(),
  )

  const { metricsToken } = config
  if (!metricsToken) {
    app.get('/metrics', open, (_request, reply) => reply.callNotFound())
    return
  }
  const metrics = createMetrics(app, db)
  const expected = digest(`Bearer ${metricsToken}`)
  // Behind a proxy every connection comes from a trusted address, so only the token counts.
  app.get('/metrics', open, async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      throw new AppError('not-signed-in', 'METRICS_TOKEN is required.')
    return reply.type(metrics.contentType).send(await metrics.read())
  })
}
