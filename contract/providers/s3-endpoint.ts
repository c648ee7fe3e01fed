import { line } from '../bounds.ts'

const wrong = 'Please enter an address such as https://s3.example.com'
/**
 * The https origin of an S3-compatible service. Each connection checks the resolved address (docs/decisions/015).
 */
export const s3Endpoint = line(300).refine((text) => text === '' || isEndpoint(text), wrong)

function isEndpoint(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(text)
  const isPlain = !username && !password && pathname === '/' && !search && !hash
  return isPlain && protocol === 'https:'
}
