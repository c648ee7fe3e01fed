import type { Readable } from 'node:stream'

/** The session is recorded in the outbound log, where calls with the same `egressId` share one entry. */
export type StorageOptions = {
  sessionId?: string | undefined
  egressId?: string | undefined
  signal?: AbortSignal | undefined
}
type SessionOptions = StorageOptions & { sessionId: string }

/** Start and end are inclusive. */
export type Range = { start: number; end: number }

/** Signed links with which browsers fetch recordings from the service (docs/decisions/017). */
export type Links = {
  /** The origin of all links, for the content security policy. */
  origin: string
  /** Valid for some minutes. Logged before it is returned. Does not check whether the file exists. */
  to(key: string, contentType: string, options?: StorageOptions): Promise<string>
}

/** Stores a file part by part, as it arrives. Parts are numbered from 1, and sending one again replaces it. */
export type Multipart<Options = SessionOptions> = {
  /** Size of every part but the last. */
  partBytes: number
  /** Replaces an unfinished one of that key. Returns its id. */
  begin(key: string, options: Options): Promise<string>
  /** Returns the ETag of the part. */
  put(part: Part, options: Options): Promise<string>
  /** Joins the parts to the file. Idempotent. */
  complete(file: MultipartFile & { etags: string[] }, options: Options): Promise<void>
}
type MultipartFile = { key: string; multipartId: string }
type Part = MultipartFile & { number: number; bytes: Uint8Array }

/** Stores recordings. Throws Unavailable even if a service rejects the settings, because these can be corrected. */
export interface Storage {
  /** Stores a copy of the local file at `path`, durably once this returns. */
  put(key: string, path: string, contentType: string, options: SessionOptions): Promise<void>
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
  /** Also what is left of an unfinished `put` or `multipart`. Idempotent. */
  remove(key: string, options?: StorageOptions): Promise<void>
  /** In arbitrary order; also files that are only partly stored. */
  list(options?: StorageOptions): AsyncIterable<{ key: string; storedAt: Date }>
  /** Undefined if only whole files can be stored. */
  multipart?: Multipart
  /** Undefined if recordings play through this server. */
  links?: Links
}
