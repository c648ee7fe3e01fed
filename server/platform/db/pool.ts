import pg from 'pg'

/**
 * Connections to a database, of which any may break at any time: `onError` hears of it, and the pool makes new ones by
 * itself. What breaks once the pool is ended was on its way out, and is heard by nobody.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...config })
  // The pool hears idle connections only; one that breaks at work would end the process.
  pool.on('connect', (client) => client.on('error', (error) => pool.ending || onError(error)))
  pool.on('error', () => undefined)
  return pool
}
