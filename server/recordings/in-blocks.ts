import type { FileHandle } from 'node:fs/promises'

/**
 * Few writes for much, and little memory: an upload has two of these. Linux takes pieces of memory as large as what is
 * written for it, and where larger ones are seldom at hand, as on some virtual machines, 512 kB took twice the processor.
 */
const blockBytes = 128 * 1024
/** Bytes between two flushes: then little is left to wait for at the end. */
const flushBytes = 16 * 1024 * 1024

/** Milliseconds after which a block is written that does not get full: whoever asks how much is there sees it. */
const soonMs = 100

/** Writes into a file from `start` on; one block fills while the other is written. */
export function inBlocks(handle: FileHandle, start: number) {
  let [filling, other] = [Buffer.allocUnsafeSlow(blockBytes), Buffer.allocUnsafeSlow(blockBytes)]
  let filled = 0
  let position = start
  let writing = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  let flushing: Promise<unknown> | undefined
  let unflushed = 0

  async function write() {
    const block = filling.subarray(0, filled)
    const at = position
    ;[filling, other] = [other, filling]
    position += filled
    filled = 0
    for (let done = 0; done < block.length;)
      done += (await handle.write(block, done, block.length - done, at + done)).bytesWritten
    unflushed += block.length
    if (unflushed < flushBytes || flushing) return
    unflushed = 0
    flushing = handle
      .datasync()
      .catch(() => undefined)
      .finally(() => (flushing = undefined))
  }
  /** Writes what is there after what is being written; returns when the latter is done and a block is free. */
  async function passOn() {
    clearTimeout(soon)
    soon = undefined
    const before = writing
    writing = before.then(write)
    // Told to whoever passes on the next time, or ends.
    writing.catch(() => undefined)
    await before
  }

  return {
    /** Returns when the piece is no longer needed. */
    async add(piece: Buffer) {
      for (let at = 0; at < piece.length;) {
        const taken = piece.copy(filling, filled, at)
        at += taken
        filled += taken
        if (filled === blockBytes) await passOn()
        else soon ??= setTimeout(() => void passOn().catch(() => undefined), soonMs)
      }
    },
    /** Returns when everything is in the file; on the disk only after it was synced. */
    async end() {
      try {
        await passOn()
        await writing
      } finally {
        await flushing
      }
    },
  }
}
