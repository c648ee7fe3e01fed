import { finished, type Readable } from 'node:stream'

/** The buffer is only valid until this returns. */
export type OnBytes = (bytes: Buffer) => void

/**
 * Calls `use` with each chunk of a body, pausing while its promise is pending; `for await` needs a fifth more CPU. What
 * `use` throws leaves the body open, so that the error can be sent over the same connection. Throws where the body breaks
 * off.
 */
export const forEachChunk = (body: Readable, use: (chunk: Buffer) => Promise<void> | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stopWatching = finished(body, { writable: false }, (error) => {
      body.off('data', onData)
      if (error) reject(error)
      else resolve()
    })
    function fail(error: unknown) {
      stopWatching()
      body.off('data', onData)
      body.pause()
      reject(error as Error)
    }
    function onData(chunk: Buffer) {
      try {
        const busy = use(chunk)
        if (!busy) return
        body.pause()
        busy.then(() => body.resume(), fail)
      } catch (error) {
        fail(error)
      }
    }
    body.on('data', onData)
  })
