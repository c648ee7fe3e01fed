import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { NewPasskey, PasskeyResponse } from '#contract/accounts/second-factor.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'

/** Ed25519, ES256 and RS256, which every authenticator has one of. By default the library tries experimental ones of Node. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Of the browser (WebAuthn, relying party). */
type Site = { origin: string; rpID: string }

/** Throws conflict for an IP address, for which browsers have no passkeys. */
export function getSite(address: string): Site {
  const { hostname, origin } = new URL(address)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')))
    throw new AppError(
      'conflict',
      `Passkeys don't work at an IP address. Please open this page by its name, such as ${origin.replace(hostname, 'localhost')}.`,
    )
  return { origin, rpID: hostname }
}

const storedPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports'])
    .where('userId', '=', userId)
    .execute()

const listCredentials = async (db: Db, userId: string) =>
  (await storedPasskeys(db, userId)).map(({ credentialId, transports }) => ({
    id: credentialId,
    transports,
  }))

type Owner = { userId: string; email: string; brandName: string }

/** The options for `navigator.credentials.create`. */
export const creationOptions = async (db: Db, site: Site, { userId, email, brandName }: Owner) =>
  generateRegistrationOptions({
    rpName: brandName,
    rpID: site.rpID,
    userName: email,
    supportedAlgorithmIDs,
    userID: new TextEncoder().encode(userId),
    excludeCredentials: await listCredentials(db, userId),
    // A second factor: the password identifies the user, so the authenticator stores nothing about them.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

/** The options for `navigator.credentials.get`. Throws conflict for a user without passkeys. */
export async function requestOptions(db: Db, site: Site, userId: string) {
  const allowCredentials = await listCredentials(db, userId)
  if (!allowCredentials.length) throw new AppError('conflict', 'You have no passkey.')
  return generateAuthenticationOptions({
    rpID: site.rpID,
    allowCredentials,
    userVerification: 'preferred',
  })
}

/** The values to store of a new passkey; undefined if the response does not verify. */
export async function verifyNewPasskey(site: Site, challenge: string, response: NewPasskey) {
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: false,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    supportedAlgorithmIDs,
    // It throws for a response that does not fit.
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: id,
    counter,
    transports: response.response.transports,
    publicKey: Buffer.from(publicKey).toString('base64url'),
  }
}

/** Whether a response of one of the user's passkeys verifies; a counter that goes back reveals a copy. */
export async function acceptPasskey(
  tx: Db,
  { site, challenge, userId }: { site: Site; challenge: string; userId: string },
  response: PasskeyResponse,
) {
  const stored = (await storedPasskeys(tx, userId)).find(
    ({ credentialId }) => credentialId === response.id,
  )
  if (!stored) return false
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    requireUserVerification: false,
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    credential: {
      id: stored.credentialId,
      counter: stored.counter,
      transports: stored.transports,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
    },
    // It throws for a response that does not fit.
  }).catch(() => undefined)
  if (!verified?.verified) return false
  await tx
    .updateTable('passkey')
    .set({
      counter: verified.authenticationInfo.newCounter,
      lastUsedAt: new Date().toISOString(),
    })
    .where('id', '=', stored.id)
    .execute()
  return true
}
