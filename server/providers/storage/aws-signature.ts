import { createHash, createHmac } from 'node:crypto'

export type AwsKeys = { accessKeyId: string; secretAccessKey: string; region: string }
type Request = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hexadecimal. */
  bodyHash: string
}

export const emptyHash = createHash('sha256').update('').digest('hex')

/** The headers of a request to S3 with its signature: AWS Signature Version 4, in one piece, all of them signed. */
export function awsSigned(
  { method, url, headers, bodyHash }: Request,
  { accessKeyId, secretAccessKey, region }: AwsKeys,
  now: Date,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(url)
  const instant = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = instant.slice(0, 8)
  const signed: Record<string, string> = {
    ...headers,
    ...{ host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': instant },
  }
  const names = Object.keys(signed).toSorted()
  const query = [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const request = [
    ...[method, pathname, query],
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    ...['', names.join(';'), bodyHash],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', instant, scope, hashOf(request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(key, text).toString('hex')
  const { host: _sentByItself, ...sent } = signed
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** RFC 3986: what `encodeURIComponent` leaves as it is, and S3 does not. */
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`,
  )
