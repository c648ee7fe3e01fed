import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

const channel = 'maylab_change'

/** Says inside the transaction of `db` that something about `topic` changed; heard after the commit, in every process. */
export const announce = (db: Db, topic: string) =>
  sql`select pg_notify(${channel}, ${topic})`.execute(db)

export type Announcements = {
  /**
   * Calls `onChange` whenever something about `topic` may have changed: a hint to look again, never the news itself,
   * because announcements are lost while a connection is down. Returns how to stop.
   */
  listen: (topic: string, onChange: () => void) => () => void
  close: () => Promise<void>
}

/** One listening connection for the whole process, made again when it breaks. */
export async function openAnnouncements(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Announcements> {
  const listeners = new Map<string, Set<() => void>>()
  let isClosed = false
  let client: pg.Client | undefined

  const everyone = () => {
    for (const listening of listeners.values()) for (const onChange of listening) onChange()
  }

  async function connect() {
    const fresh = new pg.Client({ connectionString, keepAlive: true })
    let isBroken = false
    const reconnect = () => {
      if (isBroken || isClosed) return
      isBroken = true
      fresh.end().catch(() => undefined)
      setTimeout(() => {
        if (isClosed) return
        connect().then(everyone, (error: Error) => {
          onError(error)
          reconnectLater()
        })
      }, 1000).unref()
    }
    const reconnectLater = () => {
      isBroken = false
      reconnect()
    }
    fresh.on('error', (error) => {
      onError(error)
      reconnect()
    })
    fresh.on('end', reconnect)
    fresh.on('notification', ({ payload }) => {
      for (const onChange of listeners.get(payload ?? '') ?? []) onChange()
    })
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    client = fresh
  }

  await connect()
  return {
    listen(topic, onChange) {
      const listening = listeners.get(topic) ?? new Set()
      listeners.set(topic, listening.add(onChange))
      return () => {
        listening.delete(onChange)
        if (!listening.size) listeners.delete(topic)
      }
    },
    async close() {
      isClosed = true
      await client?.end()
    },
  }
}
