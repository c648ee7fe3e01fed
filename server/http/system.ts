import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** What those who run the product ask it: alive, ready, how it does. */
export function systemRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async () => {
    const isReady = await isMigrated((text) =>
      sql<{ name: string }>`${sql.raw(text)}`.execute(db),
    ).catch(() => false)
    if (!isReady) throw new AppError('unavailable', 'The database is not ready.')
    return { status: 'ready' }
  })

  app.get('/metrics', async (request, reply) => {
    // The socket's own address: a proxy's header cannot claim to be this machine.
    if (!loopback.has(request.socket.remoteAddress ?? '')) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
