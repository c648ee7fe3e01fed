import pg from 'pg'

/** Notices within 20 seconds that the machine of an idle connection is gone, as after a failover. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A connection pool that survives broken connections: `onError` receives their errors and the pool replaces them.
 * Errors after the pool was ended are ignored.
 */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void) {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...keepAlive, ...config })
  // The pool handles errors of idle connections only; others would end the process.
  pool.on('connect', (client) => client.on('error', (error) => pool.ending || onError(error)))
  pool.on('error', () => undefined)
  return pool
}

export type Client = pg.Client

/** Runs `use` with a connection of its own, without the time limits of the pool. */
export async function withClient<T>(connectionString: string, use: (client: Client) => Promise<T>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
