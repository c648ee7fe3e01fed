import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type {
  OutboundResponse,
  Outcome,
  StreamingResponse,
} from '../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import type { Settings } from '../provider.ts'
import type { Call } from './remote-storage.ts'

/** Options for the outbound client. */
export type S3Request = Pick<
  OutboundRequest,
  'purpose' | 'sessionId' | 'egressId' | 'signal' | 'timeoutMs' | 'idleTimeoutMs'
> & {
  acceptsNotFound?: boolean
  isStreamed?: boolean
}
type Endpoint = { endpoint: string; isUntrustedHost: boolean; forcePathStyle: boolean }
/** The fields of a signed SDK request that S3 needs. */
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
 * SDK clients that send through the outbound client, which handles retries, timeouts and errors. They ignore AWS settings in
 * the environment and in configuration files.
 */
export async function createS3Clients(
  { accessKeyId = '', secretAccessKey = '', region = '' }: Settings,
  outboundClient: OutboundClient,
  { endpoint, isUntrustedHost, forcePathStyle }: Endpoint,
) {
  const sdk = await import('@aws-sdk/client-s3')

  /** With `fixed` options, or with those of each command. */
  function clientFor(fixed?: S3Request): S3Client {
    const client = new sdk.S3Client({
      ...{ region, endpoint, forcePathStyle, credentials: { accessKeyId, secretAccessKey } },
      ...{ maxAttempts: 1, retryMode: 'standard', defaultsMode: 'standard' },
      // Compatible services may not support the other checksums, and a signed link cannot include one.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...{ useFipsEndpoint: false, useDualstackEndpoint: false, useArnRegion: false },
      ...{ disableMultiregionAccessPoints: true, disableS3ExpressSessionAuth: true },
      ...{ authSchemePreference: ['sigv4'], sigv4aSigningRegionSet: [], userAgentAppId: '' },
      ...{ expectContinueHeader: false, defaultUserAgentProvider: async () => [['maylab', '']] },
      requestHandler: {
        handle: async (request: SdkRequest, options: S3Request) => ({
          response: toSdkResponse(await send(request, fixed ?? options)),
        }),
      },
    })
    client.middlewareStack.add(
      (next) => async (command) => next(command).catch((error: unknown) => rethrow(error)),
      { step: 'initialize' },
    )
    return client
  }

  async function send(
    { method, headers, body, ...target }: SdkRequest,
    { acceptsNotFound = false, isStreamed = false, ...options }: S3Request,
  ) {
    const request: OutboundRequest = {
      ...{ ...options, method, headers, isUntrustedHost, url: buildUrl(target) },
      ...(body && { body: bytesBody(body) }),
      outcomeOf: (response) => readOutcome(response, acceptsNotFound),
    }
    if (isStreamed) return outboundClient.stream(request)
    const response = await outboundClient.send(request)
    return { ...response, body: Readable.from([Buffer.from(response.text)]) }
  }

  /** Errors of the SDK's parser become Unavailable; others are rethrown. */
  function rethrow(error: unknown): never {
    if (!(error instanceof Error) || !('$response' in error) || isNotFound(error)) throw error
    throw new Unavailable(`${outboundClient.label} sent a response that could not be read.`, {
      cause: error,
    })
  }

  return { sdk, clientFor }
}

export const optionsFor = (purpose: string, call: Call, more: Partial<S3Request> = {}) => ({
  ...{ purpose, ...call, ...more },
  // For the check of the SDK before it sends a request.
  abortSignal: call.signal,
})

/** For requests with `acceptsNotFound`. */
export const undefinedIfNotFound = <T>(response: Promise<T>) =>
  response.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

const isNotFound = (error: unknown) =>
  error instanceof Error &&
  '$metadata' in error &&
  (error.$metadata as { httpStatusCode?: number }).httpStatusCode === 404

function readOutcome(
  { status, text }: OutboundResponse,
  acceptsNotFound: boolean,
): Outcome | undefined {
  // A missing bucket is an error, a missing object is not.
  if (acceptsNotFound && status === 404 && !text.includes('<Code>NoSuchBucket</Code>')) return 'ok'
  // S3 sends the status before it joins the parts of an upload, so the body may contain an error.
  return status === 200 && text.includes('<Error>') ? 'unavailable' : undefined
}

const toSdkResponse = ({ status, headers, body }: StreamingResponse) => ({
  statusCode: status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  ),
  body,
})

function buildUrl({
  protocol,
  hostname,
  port,
  path,
  query = {},
}: Omit<SdkRequest, 'method' | 'headers'>) {
  const params = Object.entries(query).flatMap(([name, values]) =>
    [values ?? ''].flat().map((it) => `${encodeURIComponent(name)}=${encodeURIComponent(it)}`),
  )
  const origin = `${protocol}//${hostname}${port ? `:${port}` : ''}`
  return `${origin}${path}${params.length ? `?${params.join('&')}` : ''}`
}
