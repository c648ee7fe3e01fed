import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { type Lock, createLocks } from './advisory-lock.ts'
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
  /**
   * Locks `name` for one caller in all processes, until it is released or the process ends. Undefined while somebody else has it.
   * What was announced before is heard before the lock is given, because both come over the listening connection.
   */
  tryLock: (name: string) => Promise<Lock | undefined>
  close: () => Promise<void>
}

/** Milliseconds between reconnects, and the timeout of one. */
const reconnectMs = 1_000
const connectTimeoutMs = 10_000
/** The database releases the locks of a machine that is gone after 35 seconds: later than `keepAlive` notices it here. */
const serverKeepAlive =
  'set tcp_keepalives_idle = 20; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/** Opens one listening connection per process, which reconnects when it breaks. */
export async function openAnnouncements(
  connectionString: string,
  onError: (error: Error) => void,
): Promise<Announcements> {
  const listeners = new Map<string, Set<(isHeard: boolean) => void>>()
  const closing = new AbortController()
  let current = await open()

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
      await connection.query(`listen ${channel}; ${serverKeepAlive}`)
    } catch (error) {
      // Not awaited: `end` never resolves for a connection that failed.
      connection.end().catch(() => undefined)
      throw error
    }
    connection.once('end', () => void reconnect())
    return { connection, tryLock: createLocks(connection) }
  }

  /** Reconnects until it succeeds or the announcements are closed. */
  async function reconnect() {
    while (!closing.signal.aborted) {
      await sleep(reconnectMs, undefined, { signal: closing.signal, ref: false }).catch(
        () => undefined,
      )
      if (closing.signal.aborted) return
      try {
        current = await open()
      } catch (error) {
        onError(error as Error)
        continue
      }
      if (closing.signal.aborted) await current.connection.end()
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
    tryLock: (name) => current.tryLock(name),
    async close() {
      closing.abort()
      await current.connection.end()
    },
  }
}
