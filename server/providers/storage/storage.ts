import type { Readable } from 'node:stream'

/** Whose recording it is, so that what leaves this machine is noted with its session, and when nobody waits any more. */
export type StorageOptions = { sessionId?: string | undefined; signal?: AbortSignal | undefined }

/** Both ends included. */
export type Range = { start: number; end: number }

/** What a storage does that gives recordings to browsers by itself (docs/decisions/017). */
export type Links = {
  /** Where all of them lead: whoever shows a recording must be let fetch from there. */
  origin: string
  /**
   * An address that gives the content to whoever holds it, for minutes. It is noted as leaving before it is answered, and
   * nobody has looked whether there is anything.
   */
  to(key: string, contentType: string, asking?: StorageOptions): Promise<string>
}

/**
 * Where the bytes of recordings live. Adapters stand beside this file; nothing outside this folder knows which one runs.
 * Each throws Unavailable where it cannot be had, also where it refuses the settings that it has: they can be mended.
 */
export interface Storage {
  /**
   * Keeps the content of the local file at `path` under `key`: for good, whatever happens to the machine, once this
   * returns. The file stays where it is and must not change any more. Throws Unavailable.
   */
  put(key: string, path: string, contentType: string, asking?: StorageOptions): Promise<void>
  /** Bytes `start` to `end`, both included, or all. Throws NotFound. */
  read(key: string, range?: Range, asking?: StorageOptions): Promise<Readable>
  /** Bytes stored under `key`, or undefined where there is nothing. */
  size(key: string, asking?: StorageOptions): Promise<number | undefined>
  /**
   * Runs `use` with a local path to the content, which is only valid meanwhile. Throws NotFound.
   * Local storage lends the file itself; others fetch a copy and remove it afterwards.
   */
  withLocalFile<T>(
    key: string,
    use: (path: string) => Promise<T>,
    asking?: StorageOptions,
  ): Promise<T>
  /** Forgets `key`; harmless when there is nothing. */
  remove(key: string, asking?: StorageOptions): Promise<void>
  /** Everything that is stored, in any order, and since when at least. */
  list(asking?: StorageOptions): AsyncIterable<{ key: string; storedAt: Date }>
  /** Forgets what came of a `put` that began before then and never ended, where the service keeps such parts. */
  tidy?(before: Date, asking?: StorageOptions): Promise<void>
  /** Missing where recordings are played through this server. */
  links?: Links
}
