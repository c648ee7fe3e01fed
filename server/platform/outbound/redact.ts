/** Characters of what a service says that are shown and kept. */
const keptCharacters = 400
/** What is looked through for them: an answer may have millions. */
const readCharacters = 20_000
/** A shorter secret would take ordinary words out of a sentence. */
const leastSecret = 4

const emailAddress = /[^\s<>()[\]",;:@]{1,64}@[^\s<>()[\]",;:@]{1,255}/g
const telephoneNumber = /\+\d[\d ()./-]{6,20}\d/g
/** What somebody signed to say who they are (RFC 7519). */
const signedToken = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g
const bearer = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

/**
 * What a service says, in one line, without the secrets it was called with, in whichever form they may come back, and
 * without addresses of people.
 */
export function redacted(text: string, secrets: readonly string[]) {
  const hidden = secrets
    .filter((it) => it.length >= leastSecret)
    .flatMap((it) => [
      it,
      encodeURIComponent(it),
      JSON.stringify(it).slice(1, -1),
      Buffer.from(it).toString('base64'),
      Buffer.from(it).toString('base64url'),
    ])
    .toSorted((a, b) => b.length - a.length)
  return hidden
    .reduce((said, secret) => said.replaceAll(secret, '[secret]'), text)
    .slice(0, readCharacters)
    .replaceAll(bearer, '$1 [secret]')
    .replaceAll(signedToken, '[secret]')
    .replaceAll(emailAddress, '[e-mail address]')
    .replaceAll(telephoneNumber, '[telephone number]')
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, keptCharacters)
    .toWellFormed()
}
