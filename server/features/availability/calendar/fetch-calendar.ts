import type { Readable } from 'node:stream'
import { NIL } from 'uuid'
import type { Deps } from '../../../deps.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { createOutboundClient } from '../../../platform/outbound/outbound-client.ts'
import type { OutboundResponse } from '../../../platform/outbound/response.ts'

const timeoutMs = 10_000
const maxBytes = 5 * 1024 * 1024
const maxRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

const isRedirect = ({ status }: Pick<OutboundResponse, 'status'>) => redirects.has(status)

/** The text behind the address of a calendar. Throws Rejected or Unavailable with a sentence that does not contain it. */
export async function fetchCalendar(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  address: string,
  signal: AbortSignal,
) {
  const client = createOutboundClient(
    { db, addresses: {}, onError: () => {} },
    {
      ...{ integrationId: NIL, type: 'calendar', provider: 'calendar' },
      ...{ label: 'The calendar', secrets: [address] },
    },
  )
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let url = new URL(address)
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const isAllowed = config.allowedLocalHosts.includes(url.host)
    if (!isAllowed && (url.protocol !== 'https:' || url.port !== ''))
      throw new Rejected('refused', 'The calendar leads to an address that is not https.')
    const response = await client.stream({
      ...{ purpose: 'calendar', method: 'GET', url: url.href, signal: deadline, timeoutMs },
      ...{ maxAttempts: 1, isUntrustedHost: !isAllowed },
      outcomeOf: (it) => (isRedirect(it) ? 'ok' : undefined),
    })
    if (!isRedirect(response)) return readText(response.body)
    const { location } = response.headers
    if (typeof location !== 'string' || !URL.canParse(location, url.href))
      throw new Rejected('refused', 'The calendar leads nowhere.')
    url = new URL(location, url)
  }
  throw new Rejected('refused', 'The calendar leads from address to address.')
}

/** Compression is not asked for, and not undone. */
async function readText(body: Readable) {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Rejected('unreadable', 'The calendar is larger than 5 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
