import type { Readable } from 'node:stream'

/** The session is for the outbound log. */
export type StorageOptions = { sessionId?: string | undefined; signal?: AbortSignal | undefined }

/** Both ends included. */
export type Range = { start: number; end: number }

/** Signed links by which browsers fetch recordings from the service (docs/decisions/017). */
export type Links = {
  /** Of all links, for the content security policy. */
  origin: string
  /** Valid for some minutes. Logged before it is returned; not checked whether the file exists. */
  to(key: string, contentType: string, options?: StorageOptions): Promise<string>
}

/** Stores recordings. Throws Unavailable also where a service rejects the settings, which can be corrected. */
export interface Storage {
  /** Stores a copy of the local file at `path`, durably once this returns. */
  put(key: string, path: string, contentType: string, options?: StorageOptions): Promise<void>
  /** Throws NotFound. */
  read(key: string, range?: Range, options?: StorageOptions): Promise<Readable>
  /** Undefined where there is no file. */
  size(key: string, options?: StorageOptions): Promise<number | undefined>
  /** Runs `use` with a local path that is valid meanwhile: the file itself, or a copy. Throws NotFound. */
  withLocalFile<T>(
    key: string,
    use: (path: string) => Promise<T>,
    options?: StorageOptions,
  ): Promise<T>
  /** Idempotent. */
  remove(key: string, options?: StorageOptions): Promise<void>
  /** In any order. */
  list(options?: StorageOptions): AsyncIterable<{ key: string; storedAt: Date }>
  /** Deletes what is left of a `put` that began before then and never ended. */
  tidy?(before: Date, options?: StorageOptions): Promise<void>
  /** Undefined where recordings play through this server. */
  links?: Links
}
