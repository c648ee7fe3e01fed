import { directLinkSeconds, openDirectLink } from '#contract/recordings/recordings.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Keys } from '../../../platform/keys/keys.ts'

/** A path that opens the recording for five minutes without signing in; it contains no name. */
export function signDirectLink(keys: Keys, recordingId: string, now: Date) {
  const expires = Math.floor(now.getTime() / 1000) + directLinkSeconds
  const signature = keys.sign('direct-link', recordingId, String(expires)).toString('base64url')
  return {
    url: `${openDirectLink.path.replace('{recordingId}', recordingId)}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}

/** Throws not-allowed unless the signature is ours and the link has not expired. */
export function requireDirectLink(
  keys: Keys,
  { recordingId, expires, signature }: { recordingId: string; expires: number; signature: string },
  now: Date,
) {
  const given = Buffer.from(signature, 'base64url')
  const isOurs = keys.isSigned('direct-link', given, recordingId, String(expires))
  if (!isOurs || expires * 1000 < now.getTime())
    throw new AppError(
      'not-allowed',
      'This link has expired or is incomplete. Please open the recording from its session again.',
    )
}
