import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  hash,
} from 'node:crypto'

/** Each purpose has its own key. */
export type Purpose =
  | 'direct-link'
  | 'known-browser'
  | 'attempts'
  | 'integration-secrets'
  | 'webhook-secret'
  | 'export-password'
  | 'identity-provider-secret'
  | 'sign-in'
  | 'totp-secret'
  | 'recovery-code'
  | 'unsubscribe'
  | 'calendar-address'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Keys derived from the master keys (docs/decisions/013). The first signs and encrypts, all verify and decrypt. */
export function deriveKeys(masters: readonly [current: Buffer, ...before: Buffer[]]) {
  const [current, ...before] = masters.map(deriveFrom) as [Derived, ...Derived[]]
  const all = [current, ...before]
  const sign = (key: Derived, purpose: Purpose, parts: readonly string[]) =>
    createHmac('sha256', key.of(purpose)).update(JSON.stringify(parts)).digest()
  return {
    sign: (purpose: Purpose, ...parts: string[]) => sign(current, purpose, parts),
    /** Compares in constant time. */
    isSigned: (purpose: Purpose, signature: Buffer, ...parts: string[]) =>
      all
        .map((key) => sign(key, purpose, parts))
        .filter((it) => it.length === signature.length && timingSafeEqual(it, signature)).length >
      0,
    /** Bound to the row id. The result contains the key id. */
    encrypt(purpose: Purpose, rowId: string, text: string) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, current.of(purpose), iv).setAAD(Buffer.from(rowId))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      const bytes = Buffer.concat([iv, sealing.getAuthTag(), sealed])
      return `${current.id}.${bytes.toString('base64url')}`
    },
    /** Throws when the key is missing, the row id differs, or the text was changed. */
    decrypt(purpose: Purpose, rowId: string, stored: string) {
      const [id, text = ''] = stored.split('.')
      const key = all.find((it) => it.id === id)
      if (!key) throw new Error('This was encrypted with a key that is not available.')
      const bytes = Buffer.from(text, 'base64url')
      const opening = createDecipheriv(cipher, key.of(purpose), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const sealed = bytes.subarray(ivBytes + tagBytes)
      return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8')
    },
    /** Whether a stored text was encrypted with the current key. */
    isCurrent: (stored: string) => stored.startsWith(`${current.id}.`),
  }
}

export type Keys = ReturnType<typeof deriveKeys>

type Derived = { id: string; of: (purpose: Purpose) => Buffer }

/** HKDF (RFC 5869). The id identifies the master key without revealing it. */
function deriveFrom(master: Buffer): Derived {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master, '', `maylab ${info}`, bytes))
  const cache = new Map<Purpose, Buffer>()
  return {
    id: derive('key id', 6).toString('base64url'),
    of(purpose) {
      const key = cache.get(purpose) ?? derive(`purpose ${purpose}`, 32)
      cache.set(purpose, key)
      return key
    },
  }
}

export const newToken = () => randomBytes(32).toString('base64url')

/** Only the hash of a token is stored. */
export const hashToken = (token: string) => hash('sha256', token, 'base64url')
