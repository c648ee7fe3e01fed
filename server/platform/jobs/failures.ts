/** The service cannot be reached or is overloaded: worth another try later. The message may be shown. */
export class Unavailable extends Error {
  /** Milliseconds after which the service wants to be asked again, where it says so. */
  readonly waitMs: number | undefined
  constructor(message: string, options: ErrorOptions & { waitMs?: number | undefined } = {}) {
    super(message, options)
    this.waitMs = options.waitMs
  }
}
/** The service, or the material itself, says no: another try would end the same way. The message may be shown. */
export class Rejected extends Error {
  readonly reason: string
  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
/** There is nothing under that name. */
export class NotFound extends Error {}
