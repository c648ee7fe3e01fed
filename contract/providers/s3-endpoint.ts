import { line } from '../bounds.ts'

const wrong = 'Please enter an address such as https://s3.example.com'
/**
 * The one address that a form of this type holds: the origin of a service that speaks the protocol of S3,
 * encrypted. Where a name leads is checked with each connection (docs/decisions/015).
 */
export const s3Endpoint = line(300).refine((text) => text === '' || isEndpoint(text), wrong)

function isEndpoint(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  const isPlain = !username && !password && pathname === '/' && !search && !hash
  return isPlain && protocol === 'https:'
}
