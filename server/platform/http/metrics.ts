import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from '../db/db.ts'

type Queue = Record<'waiting' | 'running' | 'failed' | 'oldestSeconds' | 'backupSeconds', number>

/** Measures this process and the job queue. docs/operations.md says which values are alarming. */
export function createMetrics(app: FastifyInstance, db: Db) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }
    duration.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const isUp = gauge('maylab_database_up', '1: the database answers.')
  const jobs = new Gauge({
    name: 'maylab_jobs',
    help: 'Background jobs of the installation. Failed ones: given up within the hour.',
    labelNames: ['state'],
    registers,
  })
  const oldest = gauge('maylab_jobs_oldest_waiting_seconds', 'How long the oldest due job waits.')
  const backup = gauge('maylab_last_backup_timestamp_seconds', 'Last backup; 0: none.')

  return {
    contentType: register.contentType,
    async read() {
      // The first gauge tells that the database is away.
      const queue = await readQueue(db).catch(() => undefined)
      isUp.set(queue ? 1 : 0)
      if (queue) {
        for (const state of ['waiting', 'running', 'failed'] as const)
          jobs.set({ state }, queue[state])
        oldest.set(queue.oldestSeconds)
        backup.set(queue.backupSeconds)
      }
      return register.metrics()
    },
  }
}

async function readQueue(db: Db) {
  const isWaiting = sql`state in ('created', 'retry') and start_after <= now()`
  const { rows } = await sql<Queue>`
    select count(*) filter (where ${isWaiting}) as waiting,
      count(*) filter (where state = 'active') as running,
      count(*) filter (where output ? 'isGivenUp') as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where ${isWaiting})), 0) as oldest_seconds,
      coalesce((select extract(epoch from max(finished_at)) from backup), 0) as backup_seconds
    from pgboss.job`.execute(db)
  return rows[0]
}
