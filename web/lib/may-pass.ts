import { ApiError } from './api.ts'
import { isUnanswered } from './failures.ts'

/** The same call may succeed in a while: the server did not answer, has a fault, or is asked for too much. */
export const mayPass = (error: unknown) =>
  isUnanswered(error) || (error instanceof ApiError && error.status === 429)
