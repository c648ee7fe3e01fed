import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-processes.ts'

/** Milliseconds between two looks, and between two tries to start it again. */
const pollMs = 1_000
const restartMs = 5_000

export type WatchedServer = Pick<EmbeddedServer, 'urlOf'> & {
  /** Ends the watch, and answers the server as it now is. */
  stopWatching: () => Promise<EmbeddedServer>
}

/**
 * Starts the embedded server of `base`, and again whenever it has ended: PostgreSQL gives up when the disk is full, and
 * somebody may kill it. `onError` hears why it does not start. Several processes may watch one server.
 */
export async function watchEmbedded(
  base: string,
  onError: (error: Error) => void,
): Promise<WatchedServer> {
  let server = await startEmbedded(base)
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function watch() {
    for (await rest(pollMs); !signal.aborted; await rest(pollMs)) {
      if (isAlive(server.pid)) continue
      try {
        server = await startEmbedded(base)
      } catch (error) {
        onError(error as Error)
        await rest(restartMs)
      }
    }
  }
  const watching = watch()
  return {
    urlOf: server.urlOf,
    async stopWatching() {
      stopping.abort()
      await watching
      return server
    },
  }
}
