import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Health and metrics for operators. */
export function systemRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) {
  const open = { config: { answersAnyHost: true } }

  app.get('/healthz', open, async () => ({ status: 'alive' }))

  app.get('/readyz', open, async () => {
    const isReady = await isMigrated((text) =>
      sql<{ name: string }>`${sql.raw(text)}`.execute(db),
    ).catch(() => false)
    if (!isReady) throw new AppError('unavailable', 'The database is not ready.')
    return { status: 'ready' }
  })

  const { metricsToken } = config
  if (!metricsToken) {
    app.get('/metrics', open, (_request, reply) => reply.callNotFound())
    return
  }
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const expected = digest(`Bearer ${metricsToken}`)
  // Behind a proxy every connection comes from a trusted address, so only the token counts.
  app.get('/metrics', open, async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      throw new AppError('not-signed-in', 'METRICS_TOKEN is required.')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
