import type { Readable } from 'node:stream'

/** Where the bytes of recordings live. Adapters stand beside this file; nothing outside this folder knows which one runs. */
export interface Storage {
  /**
   * Keeps the content of the local file at `path` under `key`: for good, whatever happens to the machine, once this
   * returns. The file stays where it is and must not change any more. Throws Unavailable.
   */
  put(key: string, path: string, contentType: string): Promise<void>
  /** Bytes `start` to `end`, both included, or all. Throws NotFound. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Bytes stored under `key`, or undefined where there is nothing. */
  size(key: string): Promise<number | undefined>
  /**
   * Runs `use` with a local path to the content, which is only valid meanwhile. Throws NotFound.
   * Local storage lends the file itself; others fetch a copy and remove it afterwards.
   */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>
  /** Forgets `key`; harmless when there is nothing. */
  remove(key: string): Promise<void>
  /** Everything that is stored, in any order, and since when at least. */
  list(): AsyncIterable<{ key: string; storedAt: Date }>
}
