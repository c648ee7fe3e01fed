import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What a key is for. Each purpose has its own, so that nothing made for one is good for another. */
export type Purpose = 'direct-link' | 'known-browser' | 'attempts' | 'integration-secrets'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * The keys of this installation, derived from its master keys (docs/decisions/013). The first one signs and encrypts;
 * what was signed or encrypted with one of the others is still good.
 */
export function keysOf(masters: readonly [current: Buffer, ...before: Buffer[]]) {
  const [current, ...before] = masters.map(derivedFrom) as [Derived, ...Derived[]]
  const all = [current, ...before]
  const sign = (key: Derived, purpose: Purpose, parts: readonly string[]) =>
    createHmac('sha256', key.of(purpose)).update(JSON.stringify(parts)).digest()
  return {
    /** 32 bytes that nobody else can make of these parts. */
    sign: (purpose: Purpose, ...parts: string[]) => sign(current, purpose, parts),
    /** Takes as long for a wrong signature as for a right one. */
    isSigned: (purpose: Purpose, signature: Buffer, ...parts: string[]) =>
      all
        .map((key) => sign(key, purpose, parts))
        .filter((it) => it.length === signature.length && timingSafeEqual(it, signature)).length >
      0,
    /** A text that is read again only in the row it was encrypted for. Names the key that it was encrypted with. */
    encrypt(purpose: Purpose, rowId: string, text: string) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, current.of(purpose), iv).setAAD(Buffer.from(rowId))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      const bytes = Buffer.concat([iv, sealing.getAuthTag(), sealed])
      return `${current.id}.${bytes.toString('base64url')}`
    },
    /** Throws where the key is not here, or where the text is another's or was changed. */
    decrypt(purpose: Purpose, rowId: string, kept: string) {
      const [id, text = ''] = kept.split('.')
      const key = all.find((it) => it.id === id)
      if (!key) throw new Error('This was encrypted with a key that is not here.')
      const bytes = Buffer.from(text, 'base64url')
      const opening = createDecipheriv(cipher, key.of(purpose), bytes.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(rowId))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const sealed = bytes.subarray(ivBytes + tagBytes)
      return Buffer.concat([opening.update(sealed), opening.final()]).toString('utf8')
    },
    /** Whether a kept text needs no older key any more. */
    isOfNow: (kept: string) => kept.startsWith(`${current.id}.`),
  }
}

export type Keys = ReturnType<typeof keysOf>

type Derived = { id: string; of: (purpose: Purpose) => Buffer }

/** HKDF (RFC 5869). The id says which master key it was, and nothing of what is in it. */
function derivedFrom(master: Buffer): Derived {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', master, '', `maylab ${info}`, bytes))
  const made = new Map<Purpose, Buffer>()
  return {
    id: derive('key id', 6).toString('base64url'),
    of(purpose) {
      const key = made.get(purpose) ?? derive(`purpose ${purpose}`, 32)
      made.set(purpose, key)
      return key
    },
  }
}
