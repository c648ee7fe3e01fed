import { AppError } from '../errors.ts'
import { Rejected, Unavailable } from './errors.ts'
import { isTimeout } from './retry-delay.ts'

export const unexpectedError = 'Something went wrong on our side.'

/** The sentence to show. Errors that neither the material nor a service caused go to `onError`. */
export function describeFailure(error: unknown, onError: (error: Error) => void) {
  if (error instanceof AppError || error instanceof Rejected || error instanceof Unavailable)
    return error.message
  if (isTimeout(error)) return 'The service did not respond in time.'
  onError(error as Error)
  return unexpectedError
}
