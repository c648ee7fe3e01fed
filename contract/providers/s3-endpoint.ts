import { line } from '../bounds.ts'

const wrong = 'Please enter an address such as https://s3.example.com'
/** Of this machine to itself: there nothing travels that could be read on its way. */
const ofThisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The one address that a form of this type holds: the origin of a service that speaks the protocol of S3, encrypted unless
 * it is on this machine. Where a name leads is looked at again with each connection (docs/decisions/056).
 */
export const s3Endpoint = line(300).refine((text) => text === '' || isEndpoint(text), wrong)

function isEndpoint(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text)
  const isPlain = !username && !password && pathname === '/' && !search && !hash
  const isSafe = protocol === 'https:' || (protocol === 'http:' && ofThisMachine.test(hostname))
  return isPlain && isSafe
}
