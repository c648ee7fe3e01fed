import { setTimeout as sleep } from 'node:timers/promises'
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
   * because announcements are lost while a connection is down. `isHeard` is false where the connection is only back.
   * Returns how to stop.
   */
  listen: (topic: string, onChange: (isHeard: boolean) => void) => () => void
  close: () => Promise<void>
}

/** Milliseconds between tries to connect again, and that one try may take. */
const againMs = 1_000
const connectTimeoutMs = 10_000

/** One listening connection for the whole process, made again when it breaks. */
export async function openAnnouncements(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Announcements> {
  const listeners = new Map<string, Set<(isHeard: boolean) => void>>()
  const closing = new AbortController()
  let client = await open()

  async function open() {
    const fresh = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
    })
    fresh.on('error', onError)
    fresh.on('notification', ({ payload }) => {
      for (const onChange of listeners.get(payload ?? '') ?? []) onChange(true)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      // Not awaited: the end of a connection that never began is never told.
      fresh.end().catch(() => undefined)
      throw error
    }
    fresh.once('end', () => void openAgain())
    return fresh
  }

  /** One try after the other, until one succeeds or nobody wants it any more. */
  async function openAgain() {
    while (!closing.signal.aborted) {
      await sleep(againMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted) return
      try {
        client = await open()
      } catch (error) {
        onError(error as Error)
        continue
      }
      if (closing.signal.aborted) await client.end()
      // What was announced meanwhile went unheard.
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
