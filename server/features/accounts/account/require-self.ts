import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** Throws not-allowed while impersonating: these are for the account holder only. */
export function requireSelf({ originalUserId }: Pick<Actor, 'originalUserId'>) {
  if (originalUserId !== null) throw new AppError('not-allowed', 'Only the user can change this.')
}
