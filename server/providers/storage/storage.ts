import type { Readable } from 'node:stream'

/** The session is recorded in the outbound log. */
export type StorageOptions = { sessionId?: string | undefined; signal?: AbortSignal | undefined }

/** Start and end are inclusive. */
export type Range = { start: number; end: number }

/** Signed links with which browsers fetch recordings from the service (docs/decisions/017). */
export type Links = {
  /** The origin of all links, for the content security policy. */
  origin: string
  /** Valid for some minutes. Logged before it is returned. Does not check whether the file exists. */
  to(key: string, contentType: string, options?: StorageOptions): Promise<string>
}

/** Stores recordings. Throws Unavailable even if a service rejects the settings, because these can be corrected. */
export interface Storage {
  /** Stores a copy of the local file at `path`, durably once this returns. */
  put(
    key: string,
    path: string,
    contentType: string,
    options: StorageOptions & { sessionId: string },
  ): Promise<void>
  /** Throws NotFound. */
  read(key: string, range?: Range, options?: StorageOptions): Promise<Readable>
  /** Undefined if the file does not exist. */
  size(key: string, options?: StorageOptions): Promise<number | undefined>
  /** Runs `use` with a local path, which is valid until it returns: the file itself, or a copy. Throws NotFound. */
  withLocalFile<T>(
    key: string,
    use: (path: string) => Promise<T>,
    options?: StorageOptions,
  ): Promise<T>
  /** Idempotent. */
  remove(key: string, options?: StorageOptions): Promise<void>
  /** In arbitrary order. */
  list(options?: StorageOptions): AsyncIterable<{ key: string; storedAt: Date }>
  /** Deletes what is left of unfinished `put` calls from before that time. */
  tidy?(before: Date, options?: StorageOptions): Promise<void>
  /** Undefined if recordings play through this server. */
  links?: Links
}
