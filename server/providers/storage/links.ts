import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import { lendFile } from './downloads.ts'
import type { ObjectLinks, Objects } from './remote-storage.ts'

/** Seconds for which a link opens its recording, for whoever holds it. */
export const linkSeconds = 300

/** How a storage that gives its objects to whoever has a signed address makes one. */
export type LinkOptions = {
  outboundClient: OutboundClient
  /** Where its links lead. */
  origin: string
  sign: (name: string, contentType: string) => string | Promise<string>
  /** An administrator typed where it leads. */
  isUntrustedHost: boolean
}

/** The links of such a storage. Each is noted before it is handed out. */
export const createLinks = ({ outboundClient, origin, sign }: LinkOptions): ObjectLinks => ({
  origin,
  async to(name, type, { sessionId }) {
    const url = await sign(name, type)
    await outboundClient.recordLink({ url, sessionId })
    return url
  },
})

type Tried = { objects: Objects; linking: LinkOptions; folder: string; borrowed: string }

/** Of what is kept to be tried. */
const contentType = 'video/mp4'
/** Milliseconds for removing it. */
const removeMs = 10_000
const refusals = new Set([400, 401, 403, 404])

/**
 * Keeps a few bytes, fetches them by a link, and removes them. Throws Rejected where the link does not give them, or where
 * they can be had without its signature.
 */
export async function testLinks(
  { objects, linking, folder, borrowed }: Tried,
  signal: AbortSignal,
): Promise<void> {
  const { outboundClient, sign, isUntrustedHost } = linking
  const name = `${folder}/link-test-${randomUUID()}`
  const content = `No film: ${name}`
  const call = { signal, purpose: 'connection test' }
  const asked = { ...call, method: 'GET', isUntrustedHost } as const
  try {
    const bytes = Buffer.byteLength(content)
    await lendFile(
      borrowed,
      async () => Readable.from([Buffer.from(content)]),
      (path) => objects.put(name, { path, bytes, contentType }, call),
    )
    const url = new URL(await sign(name, contentType))
    const { text, headers } = await outboundClient.send({ ...asked, url: url.href })
    if (text !== content || headers['content-type'] !== contentType)
      throw new Rejected(
        'link',
        `${outboundClient.label} gave another file by a link than the one it leads to.`,
      )
    url.search = ''
    const { status } = await outboundClient.send({
      ...{ ...asked, url: url.href },
      outcomeOf: (answer) => (refusals.has(answer.status) ? 'ok' : undefined),
    })
    if (!refusals.has(status))
      throw new Rejected(
        'not-private',
        `${outboundClient.label} gives recordings to whoever knows their address, also without a signature. Please switch that off there first.`,
      )
  } finally {
    const later = { ...call, signal: AbortSignal.timeout(removeMs) }
    await objects.remove(name, later).catch(() => {})
  }
}
