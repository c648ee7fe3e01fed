import type { ErrorCode } from '#contract/errors.ts'

/** An error for the caller. Anything else thrown is a bug and becomes a 500 without details. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  /** Seconds, for too-many-requests and unavailable. */
  retryAfter = 60
  constructor(code: ErrorCode, message: string, fields?: Record<string, string>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

export const notFound = (what: string) => () =>
  new AppError('not-found', `There is no such ${what}.`)
