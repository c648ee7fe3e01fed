import type { FileHandle } from 'node:fs/promises'

/**
 * Few writes for much, and little memory: an upload has three of these at most. Linux takes pieces of memory as large as what is
 * written for it, and where larger ones are seldom at hand, as on some virtual machines, 512 kB took twice the processor.
 */
export const blockBytes = 128 * 1024
/** Bytes between two flushes: then little is left to wait for at the end. */
const flushBytes = 16 * 1024 * 1024

/** Milliseconds after which a block is written that does not get full: whoever asks how much is there sees it. */
const soonMs = 100

/** Blocks that are full and not written yet, beyond which whoever brings more is to wait. */
const mostWaiting = 1

/** Writes into a file from `start` on; one block fills while others are written. */
export function inBlocks(handle: FileHandle, start: number) {
  const free: Buffer[] = []
  const newBlock = () => free.pop() ?? Buffer.allocUnsafeSlow(blockBytes)
  let filling = newBlock()
  let filled = 0
  let position = start
  let waiting = 0
  let writing = Promise.resolve()
  /** All that is being written but for the last block. */
  let before = writing
  let soon: NodeJS.Timeout | undefined
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
  /** Has written what is there after what is being written. */
  function passOn() {
    clearTimeout(soon)
    soon = undefined
    if (filled === 0) return
    const [block, length, at] = [filling, filled, position]
    filling = newBlock()
    filled = 0
    position += length
    waiting++
    before = writing
    writing = before.then(() => write(block, length, at))
    // Told to whoever waits for it, or ends.
    writing.catch(() => undefined)
  }

  return {
    /** Takes over the piece. Answers what to wait for before the next where much is waiting. Throws what writing it does. */
    add(piece: Buffer): Promise<void> | undefined {
      for (let at = 0; at < piece.length;) {
        const taken = piece.copy(filling, filled, at)
        at += taken
        filled += taken
        if (filled === blockBytes) passOn()
      }
      if (filled) soon ??= setTimeout(passOn, soonMs)
      return waiting > mostWaiting ? before : undefined
    },
    /** Returns when everything is in the file; on the disk only after it was synced. */
    async end() {
      passOn()
      try {
        await writing
      } finally {
        await flushing
      }
    },
  }
}
