import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { OutboundResponse, Outcome } from '../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import type { StreamingResponse } from '../../platform/outbound/response.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'

export type S3Keys = { accessKeyId: string; secretAccessKey: string; region: string }
/** What the outbound client is told of a request beside its content. */
export type S3Request = Pick<
  OutboundRequest,
  'purpose' | 'sessionId' | 'signal' | 'timeoutMs' | 'idleTimeoutMs'
> & {
  /** 404 is an answer as well. */
  mayBeGone?: boolean
  /** The body is handed on as it comes. */
  isStreamed?: boolean
}
type Needs = {
  keys: S3Keys
  outboundClient: OutboundClient
  endpoint: string
  isUntrustedHost: boolean
  forcePathStyle: boolean
}
/** A signed request of the SDK, as far as S3 needs it. */
type SdkRequest = {
  method: OutboundRequest['method']
  protocol: string
  hostname: string
  port?: number
  path: string
  query?: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: string | Uint8Array
}

/**
 * The SDK's clients, whose requests all go through the outbound client: it has the tries, the times and the errors. Nothing
 * is read from the environment or the configuration files of AWS.
 */
export async function createS3Clients({
  keys,
  outboundClient,
  endpoint,
  isUntrustedHost,
  forcePathStyle,
}: Needs) {
  const sdk = await import('@aws-sdk/client-s3')

  /** A client for `fixed`, or for what is sent with each command. */
  function clientFor(fixed?: S3Request): S3Client {
    const client = new sdk.S3Client({
      ...{ region: keys.region, endpoint, forcePathStyle },
      credentials: { accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey },
      ...{ maxAttempts: 1, retryMode: 'standard', defaultsMode: 'standard' },
      // Only what S3 itself requires: not every compatible store knows the other checksums, and a link cannot have one.
      ...{
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      },
      ...{ useFipsEndpoint: false, useDualstackEndpoint: false, useArnRegion: false },
      ...{ disableMultiregionAccessPoints: true, disableS3ExpressSessionAuth: true },
      ...{ authSchemePreference: ['sigv4'], sigv4aSigningRegionSet: [], userAgentAppId: '' },
      ...{ expectContinueHeader: false, defaultUserAgentProvider: async () => [['maylab', '']] },
      requestHandler: {
        handle: async (request: SdkRequest, asked: S3Request) => ({
          response: responseOf(await send(request, fixed ?? asked)),
        }),
      },
    })
    client.middlewareStack.add(
      (next) => async (command) => next(command).catch((error: unknown) => unreadable(error)),
      { step: 'initialize' },
    )
    return client
  }

  async function send(
    { method, headers, body, ...where }: SdkRequest,
    { mayBeGone = false, isStreamed = false, ...asked }: S3Request,
  ) {
    const request: OutboundRequest = {
      ...{ ...asked, method, headers, isUntrustedHost: isUntrustedHost, url: urlOf(where) },
      ...(body && { body: bytesBody(body) }),
      outcomeOf: (answer) => verdictOf(answer, mayBeGone),
    }
    if (isStreamed) return outboundClient.stream(request)
    const answer = await outboundClient.send(request)
    return { ...answer, body: Readable.from([Buffer.from(answer.text)]) }
  }

  function unreadable(error: unknown): never {
    if (!(error instanceof Error) || !('$response' in error) || isGone(error)) throw error
    throw new Unavailable(`${outboundClient.label} sent a response that could not be read.`, {
      cause: error,
    })
  }

  return { sdk, clientFor }
}

/** S3 has nothing there: an error only of what was asked with `mayBeGone`. */
export const isGone = (error: unknown) =>
  error instanceof Error &&
  '$metadata' in error &&
  (error.$metadata as { httpStatusCode?: number }).httpStatusCode === 404

function verdictOf({ status, text }: OutboundResponse, mayBeGone: boolean): Outcome | undefined {
  // A bucket that is not there is no object that is not there.
  if (mayBeGone && status === 404 && !text.includes('<Code>NoSuchBucket</Code>')) return 'ok'
  // S3 begins its answer while it still puts the parts together.
  return status === 200 && text.includes('<Error>') ? 'unavailable' : undefined
}

const responseOf = ({ status, headers, body }: StreamingResponse) => ({
  statusCode: status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  ),
  body,
})

function urlOf({
  protocol,
  hostname,
  port,
  path,
  query = {},
}: Omit<SdkRequest, 'method' | 'headers'>) {
  const asked = Object.entries(query).flatMap(([name, values]) =>
    [values ?? ''].flat().map((it) => `${encodeURIComponent(name)}=${encodeURIComponent(it)}`),
  )
  const origin = `${protocol}//${hostname}${port ? `:${port}` : ''}`
  return `${origin}${path}${asked.length ? `?${asked.join('&')}` : ''}`
}
