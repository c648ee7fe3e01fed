import type { FileHandle } from 'node:fs/promises'

/**
 * A balance of few writes and little memory; an upload uses at most three blocks. Blocks of 512 kB took twice the CPU on some
 * virtual machines.
 */
export const blockBytes = 128 * 1024
/** Bytes between two flushes, so that the final one is short. */
const flushBytes = 16 * 1024 * 1024

/** Milliseconds after which a partial block is written, so that the reported progress includes it. */
const partialBlockMs = 100

/** Full blocks waiting to be written before `add` asks to wait. */
const maxWaitingBlocks = 1

/** Writes to a file from offset `start`; one block fills while others are written. */
export function blockWriter(handle: FileHandle, start: number) {
  const free: Buffer[] = []
  const newBlock = () => free.pop() ?? Buffer.allocUnsafeSlow(blockBytes)
  let filling = newBlock()
  let filled = 0
  let position = start
  let waiting = 0
  let writing = Promise.resolve()
  let before = writing
  let timer: NodeJS.Timeout | undefined
  let flushing: Promise<unknown> | undefined
  let unflushed = 0

  async function write(block: Buffer, length: number, at: number) {
    for (let done = 0; done < length;)
      done += (await handle.write(block, done, length - done, at + done)).bytesWritten
    free.push(block)
    waiting--
    unflushed += length
    if (unflushed < flushBytes || flushing) return
    unflushed = 0
    flushing = handle
      .datasync()
      .catch(() => undefined)
      .finally(() => (flushing = undefined))
  }
  /** Starts a write of the current block after the previous ones. */
  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (filled === 0) return
    const [block, length, at] = [filling, filled, position]
    filling = newBlock()
    filled = 0
    position += length
    waiting++
    before = writing
    writing = before.then(() => write(block, length, at))
    // Reported by whoever awaits it.
    writing.catch(() => undefined)
  }

  return {
    /** Copies the chunk. Returns a promise to await before the next chunk where too much is waiting. */
    add(chunk: Buffer): Promise<void> | undefined {
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(filling, filled, at)
        at += copied
        filled += copied
        if (filled === blockBytes) flush()
      }
      if (filled) timer ??= setTimeout(flush, partialBlockMs)
      return waiting > maxWaitingBlocks ? before : undefined
    },
    /** Resolves when everything is written, but not yet synced to disk. */
    async end() {
      flush()
      try {
        await writing
      } finally {
        await flushing
      }
    },
  }
}
