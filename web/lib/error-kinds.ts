import { ApiError } from './api.ts'

const hasCode = (error: unknown, code: string) =>
  error instanceof ApiError && error.body?.code === code

/** Somebody has saved the row since it was read, perhaps the user, if the answer was lost. */
export const isVersionConflict = (error: unknown) => hasCode(error, 'stale')

/** The user has to confirm with the second factor first. */
export const isConfirmationNeeded = (error: unknown) => hasCode(error, 'confirmation-needed')

/** The administrator has to set up a second factor first. */
export const isSecondFactorMissing = (error: unknown) => hasCode(error, 'second-factor-missing')

/** The first request with this idempotency key succeeded; this one differs from it. */
export const isAlreadyCreated = (error: unknown) => hasCode(error, 'sent-before')

/** The request may have succeeded. A 5xx proves nothing, because a proxy may have sent it. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError && error.status < 500)

/** The same request may succeed later. */
export const isTransient = (error: unknown) =>
  isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 429)
