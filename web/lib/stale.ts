import { ApiError } from './api.ts'

/** Somebody saved it since it was read: perhaps oneself, where the answer to that was lost. */
export const isStale = (error: unknown) => error instanceof ApiError && error.body?.code === 'stale'
