import { finished, type Readable } from 'node:stream'

/** What it is given is good until it returns. */
export type Take = (bytes: Buffer) => void

/**
 * Calls `use` with each piece of a body as it comes off the connection, and waits where it is asked to. To go through a body
 * with `for await` takes a fifth more of the processor for base64. Ends with the body, or with what `use` throws: the body
 * then stays open, as a refusal is answered over the same connection. Throws where the body breaks off.
 */
export const eachPiece = (body: Readable, use: (piece: Buffer) => Promise<void> | undefined) =>
  new Promise<void>((resolve, reject) => {
    const forget = finished(body, { writable: false }, (error) => {
      body.off('data', take)
      if (error) reject(error)
      else resolve()
    })
    function stop(error: unknown) {
      forget()
      body.off('data', take)
      body.pause()
      reject(error as Error)
    }
    function take(piece: Buffer) {
      try {
        const waiting = use(piece)
        if (!waiting) return
        body.pause()
        waiting.then(() => body.resume(), stop)
      } catch (error) {
        stop(error)
      }
    }
    body.on('data', take)
  })
