/**
 * Gives the memory of a piece back at once, to whoever brings the next. Left to the collector, which sees how small the
 * objects are and not what hangs on them, tens of megabytes would lie about, and each piece would come into cold memory.
 * Nobody may hold the piece any more. One that is a part of something larger is left alone.
 */
export function giveBack({ buffer, byteLength }: Uint8Array) {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
