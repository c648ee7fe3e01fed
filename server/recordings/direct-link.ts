import { createHmac, timingSafeEqual } from 'node:crypto'
import { directLinkSeconds, openDirectLink } from '#contract/recordings.ts'
import { AppError } from '../errors.ts'

/** The purpose is part of what is signed: the key signs other things too. */
const signatureOf = (secretKey: Buffer, recordingId: string, expires: number) =>
  createHmac('sha256', secretKey).update(`recording ${recordingId} ${expires}`).digest()

/** A path that opens the recording for five minutes. It holds the recording's id, the end and a signature, and no name. */
export function directLink(secretKey: Buffer, recordingId: string, now: Date) {
  const expires = Math.floor(now.getTime() / 1000) + directLinkSeconds
  const signature = signatureOf(secretKey, recordingId, expires).toString('base64url')
  return {
    url: `${openDirectLink.path.replace('{recordingId}', recordingId)}?expires=${expires}&signature=${signature}`,
    expiresAt: new Date(expires * 1000).toISOString(),
  }
}

/** Throws not-allowed unless the link was made here and has not ended. */
export function requireDirectLink(
  secretKey: Buffer,
  link: { recordingId: string; expires: number; signature: string },
  now: Date,
) {
  const expected = signatureOf(secretKey, link.recordingId, link.expires)
  const given = Buffer.from(link.signature, 'base64url')
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs || link.expires * 1000 < now.getTime())
    throw new AppError(
      'not-allowed',
      'This link has ended or is not complete. Please open the recording from its session again.',
    )
}
