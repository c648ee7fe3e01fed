import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { isAlive } from './embedded-processes.ts'

/** Milliseconds between checks, and after a failed restart. */
const pollMs = 1_000
const restartMs = 5_000

export type WatchedServer = Pick<EmbeddedServer, 'urlOf'> & {
  /** Stops watching and returns the current server. */
  stopWatching: () => Promise<EmbeddedServer>
}

/**
 * Starts the embedded server of `base` and restarts it whenever it has ended, for example after a full disk. `onError`
 * receives failed restarts. Several processes may watch the same server.
 */
export async function watchEmbedded(
  base: string,
  onError: (error: Error) => void,
): Promise<WatchedServer> {
  let server = await startEmbedded(base)
  const stopping = new AbortController()
  const { signal } = stopping
  // Ends at once when stopping.
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)

  async function watch() {
    for (await pause(pollMs); !signal.aborted; await pause(pollMs)) {
      if (isAlive(server.pid)) continue
      try {
        server = await startEmbedded(base)
      } catch (error) {
        onError(error as Error)
        await pause(restartMs)
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
