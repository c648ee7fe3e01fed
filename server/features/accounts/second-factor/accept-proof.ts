import type { Proof } from '#contract/accounts/second-factor.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Keys } from '../../../platform/keys/keys.ts'
import { getSite, acceptPasskey } from './passkeys.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp.ts'

export type UsedFactor = 'passkey' | 'totp' | 'recovery-code'

type Attempt = {
  userId: string
  proof: Proof
  /** For a passkey; null if none was started. */
  challenge: string | null
  origin: string
}

/** The factor that a proof used up; undefined if it is wrong. */
export async function acceptProof(
  tx: Db,
  keys: Keys,
  { userId, proof: { code, passkey }, challenge, origin }: Attempt,
): Promise<UsedFactor | undefined> {
  if (passkey) {
    if (challenge === null) return undefined
    const site = getSite(origin)
    return (await acceptPasskey(tx, { site, challenge, userId }, passkey)) ? 'passkey' : undefined
  }
  if (code === undefined) return undefined
  if (/^[\d\s]+$/.test(code))
    return (await acceptTotpCode(tx, keys, { userId, code })) ? 'totp' : undefined
  return (await acceptRecoveryCode(tx, keys, userId, code)) ? 'recovery-code' : undefined
}
