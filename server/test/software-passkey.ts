import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const base64url = (bytes: Buffer) => bytes.toString('base64url')
/** Marks in authenticator data: the user was present; a credential is attached. */
const [userPresent, hasCredential] = [0x01, 0x40]

/** A passkey in memory: ES256, attestation "none" (WebAuthn Level 3, sections 6.1 and 6.5). */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count])
  }
  const credential = {
    ...{ id: base64url(id), rawId: base64url(id), type: 'public-key' as const },
  }
  return {
    create(challenge: string) {
      const coseKey = Buffer.concat([
        ...[hex('a5 0102 0326 2001 215820'), Buffer.from(x, 'base64url')],
        ...[hex('225820'), Buffer.from(y, 'base64url')],
      ])
      const authData = Buffer.concat([
        ...[authenticatorData(userPresent | hasCredential, 0), Buffer.alloc(16)],
        ...[hex('0010'), id, coseKey],
      ])
      const attestationObject = Buffer.concat([
        ...[hex('a3 63'), Buffer.from('fmt'), hex('64'), Buffer.from('none')],
        ...[hex('67'), Buffer.from('attStmt'), hex('a0 68'), Buffer.from('authData')],
        ...[hex('58'), Buffer.from([authData.length]), authData],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(attestationObject),
        },
      }
    },
    get(challenge: string, counter: number) {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(userPresent, counter)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
