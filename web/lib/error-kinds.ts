import { ApiError } from './api.ts'

const hasCode = (error: unknown, code: string) =>
  error instanceof ApiError && error.body?.code === code

/** Somebody saved it since it was read: perhaps oneself, where the answer to that was lost. */
export const isVersionConflict = (error: unknown) => hasCode(error, 'stale')

/** What was sent first, whose answer was lost, is there after all: this would be another one. */
export const isAlreadyCreated = (error: unknown) => hasCode(error, 'sent-before')

/** Nobody knows what became of it. A 5xx tells nothing: it may be of somebody on the way. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError && error.status < 500)

/** The same call may succeed in a while: the server did not answer, has a fault, or is asked for too much. */
export const isTransient = (error: unknown) =>
  isOutcomeUnknown(error) || (error instanceof ApiError && error.status === 429)
