import { createHash, createHmac } from 'node:crypto'

export type AwsKeys = { accessKeyId: string; secretAccessKey: string; region: string }
type Request = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hexadecimal. */
  bodyHash: string
}

type Linked = {
  url: string
  /** What S3 is to say of its answer, such as `response-content-type`. */
  query: Readonly<Record<string, string>>
  seconds: number
}

export const emptyHash = createHash('sha256').update('').digest('hex')

/** The headers of a request to S3 with its signature: AWS Signature Version 4, in one piece, all of them signed. */
export function awsSigned(
  { method, url, headers, bodyHash }: Request,
  { accessKeyId, secretAccessKey, region }: AwsKeys,
  now: Date,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(url)
  const { instant, scope, sign } = signing({ secretAccessKey, region }, now)
  const signed: Record<string, string> = {
    ...headers,
    ...{ host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': instant },
  }
  const names = Object.keys(signed).toSorted()
  const request = [
    ...[method, pathname, queryOf([...searchParams])],
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    ...['', names.join(';'), bodyHash],
  ].join('\n')
  const { host: _sentByItself, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${sign(request)}`,
  }
}

/** An address at which S3 gives an object to whoever holds it, for so many seconds: the same signature, in the query. */
export function awsLink(
  { url, query, seconds }: Linked,
  { accessKeyId, secretAccessKey, region }: AwsKeys,
  now: Date,
): string {
  const { host, pathname } = new URL(url)
  const { instant, scope, sign } = signing({ secretAccessKey, region }, now)
  const asked = queryOf(
    Object.entries({
      ...query,
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${accessKeyId}/${scope}`,
      'X-Amz-Date': instant,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': 'host',
    }),
  )
  const request = ['GET', pathname, asked, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD']
  return `${url}?${asked}&X-Amz-Signature=${sign(request.join('\n'))}`
}

/** What all signatures of a moment have in common. */
function signing({ secretAccessKey, region }: Omit<AwsKeys, 'accessKeyId'>, now: Date) {
  const instant = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = instant.slice(0, 8)
  const parts = [day, region, 's3', 'aws4_request']
  const scope = parts.join('/')
  const sign = (request: string) => {
    const key = parts.reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${secretAccessKey}`,
    )
    const text = ['AWS4-HMAC-SHA256', instant, scope, hashOf(request)].join('\n')
    return hmac(key, text).toString('hex')
  }
  return { instant, scope, sign }
}

const queryOf = (parameters: readonly (readonly [string, string])[]) =>
  parameters
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** RFC 3986: what `encodeURIComponent` leaves as it is, and S3 does not. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
