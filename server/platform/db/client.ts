import pg from 'pg'

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
