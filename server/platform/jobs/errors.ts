/** The service is unreachable or overloaded: retry later. The message may be shown. */
export class Unavailable extends Error {
  /** Delay requested by the service. */
  readonly waitMs: number | undefined
  constructor(message: string, options: ErrorOptions & { waitMs?: number | undefined } = {}) {
    super(message, options)
    this.waitMs = options.waitMs
  }
}
/** Permanent: a retry would fail the same way. The message may be shown. */
export class Rejected extends Error {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
export class NotFound extends Error {}
