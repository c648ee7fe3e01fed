/** Maximum length of a stored message. */
const maxCharacters = 400
/** Maximum number of characters that the patterns search: a response may have millions. */
const maxSearched = 20_000
/** A shorter secret would remove ordinary words. */
const minSecretLength = 4

const emailAddress = /[^\s<>()[\]",;:@]{1,64}@[^\s<>()[\]",;:@]{1,255}/g
const phoneNumber = /\+\d[\d ()./-]{6,20}\d/g
/** JSON Web Token (RFC 7519). */
const signedToken = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

/** One line without secrets (in any encoding), email addresses and phone numbers. */
export function redact(text: string, secrets: readonly string[]) {
  const hidden = secrets
    .filter((it) => it.length >= minSecretLength)
    .flatMap((it) => [
      it,
      encodeURIComponent(it),
      JSON.stringify(it).slice(1, -1),
      Buffer.from(it).toString('base64'),
      Buffer.from(it).toString('base64url'),
    ])
    .toSorted((a, b) => b.length - a.length)
  return hidden
    .reduce((result, secret) => result.replaceAll(secret, '[secret]'), text)
    .slice(0, maxSearched)
    .replaceAll(bearer, '$1 [secret]')
    .replaceAll(signedToken, '[secret]')
    .replaceAll(emailAddress, '[email address]')
    .replaceAll(phoneNumber, '[phone number]')
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .toWellFormed()
}
