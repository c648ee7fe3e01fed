import { ApiError } from './api.ts'

/** The same call may succeed in a while: the server did not answer, has a fault, or is asked for too much. */
export const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429
