import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'
import { keepAlive } from './pool.ts'

const channel = 'maylab_change'

/** Notifies listeners of `topic` in every process, after the transaction of `db` has committed. */
export const announce = (db: Db, topic: string) =>
  sql`select pg_notify(${channel}, ${topic})`.execute(db)

export type Announcements = {
  /**
   * Calls `onChange` when something about `topic` may have changed. Read the state again then: announcements carry no
   * data and are lost while the connection is down. `isHeard` is false after a reconnect. Returns a function to stop.
   */
  listen: (topic: string, onChange: (isHeard: boolean) => void) => () => void
  close: () => Promise<void>
}

/** Milliseconds between reconnects, and the timeout of one. */
const reconnectMs = 1_000
const connectTimeoutMs = 10_000

/** Opens one listening connection per process, which reconnects when it breaks. */
export async function openAnnouncements(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Announcements> {
  const listeners = new Map<string, Set<(isHeard: boolean) => void>>()
  const closing = new AbortController()
  let client = await open()

  async function open() {
    const connection = new pg.Client({
      connectionString,
      ...keepAlive,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    connection.on('error', onError)
    connection.on('notification', ({ payload }) => {
      for (const onChange of listeners.get(payload ?? '') ?? []) onChange(true)
    })
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
    } catch (error) {
      // Not awaited: `end` never resolves for a connection that failed.
      connection.end().catch(() => undefined)
      throw error
    }
    connection.once('end', () => void reconnect())
    return connection
  }

  /** Reconnects until it succeeds or the announcements are closed. */
  async function reconnect() {
    while (!closing.signal.aborted) {
      await sleep(reconnectMs, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      )
      if (closing.signal.aborted) return
      try {
        client = await open()
      } catch (error) {
        onError(error as Error)
        continue
      }
      if (closing.signal.aborted) await client.end()
      // Announcements may have been missed.
      for (const listening of listeners.values()) for (const onChange of listening) onChange(false)
      return
    }
  }

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
      closing.abort()
      await client.end()
    },
  }
}
