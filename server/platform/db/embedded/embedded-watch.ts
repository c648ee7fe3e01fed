import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedServer, startEmbedded, type Starting } from './embedded.ts'
import { isAlive } from './embedded-processes.ts'

/** Milliseconds between two looks, and between two tries to start it again. */
const lookMs = 1_000
const againMs = 5_000

export type Kept = Pick<EmbeddedServer, 'urlOf'> & {
  /** Ends the watch, and answers the server as it now is. */
  leave: () => Promise<EmbeddedServer>
}

/**
 * Starts the embedded server of `base`, and again whenever it has ended: PostgreSQL gives up when the disk is full, and
 * somebody may kill it. `onError` hears why it does not start. Several processes may watch one server.
 */
export async function keepEmbedded(
  base: string,
  { onError, ...starting }: Starting & { onError?: (error: Error) => void } = {},
): Promise<Kept> {
  let server = await startEmbedded(base, starting)
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function watch() {
    for (await rest(lookMs); !signal.aborted; await rest(lookMs)) {
      if (isAlive(server.pid)) continue
      try {
        server = await startEmbedded(base)
      } catch (error) {
        onError?.(error as Error)
        await rest(againMs)
      }
    }
  }
  const watching = watch()
  return {
    urlOf: server.urlOf,
    async leave() {
      stopping.abort()
      await watching
      return server
    },
  }
}
