import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import { withDownload } from './downloads.ts'
import { cleanUpMs, type ObjectLinks, type Objects } from './remote-storage.ts'

export const linkSeconds = 300

/** How a storage signs links. */
export type LinkOptions = {
  outboundClient: OutboundClient
  origin: string
  sign: (name: string, contentType: string) => string | Promise<string>
  /** The origin was entered in a form, so it must be a public address. */
  isUntrustedHost: boolean
}

/** Each link is logged before it is returned. */
export const createLinks = ({ outboundClient, origin, sign }: LinkOptions): ObjectLinks => ({
  origin,
  async to(name, type, { sessionId }) {
    const url = await sign(name, type)
    await outboundClient.recordLink({ url, sessionId })
    return url
  },
})

type LinkTest = { objects: Objects; linking: LinkOptions; folder: string; downloadsDir: string }

const contentType = 'video/mp4'
const deniedStatuses = new Set([400, 401, 403, 404])

/**
 * Stores a few bytes, fetches them by a link and removes them. Throws Rejected if the link does not work, or if the file
 * is public.
 */
export async function testLinks(
  { objects, linking, folder, downloadsDir }: LinkTest,
  signal: AbortSignal,
): Promise<void> {
  const { outboundClient, sign, isUntrustedHost } = linking
  const { label } = outboundClient
  const name = `${folder}/link-test-${randomUUID()}`
  const call = { sessionId: null, signal, purpose: 'connection test' }
  const request = { ...call, method: 'GET', isUntrustedHost } as const
  try {
    const bytes = Buffer.byteLength(name)
    await withDownload(
      downloadsDir,
      async () => Readable.from([Buffer.from(name)]),
      (path) => objects.put(name, { path, bytes, contentType }, call),
    )
    const url = new URL(await sign(name, contentType))
    const { text, headers } = await outboundClient.send({ ...request, url: url.href })
    if (text !== name || headers['content-type'] !== contentType)
      throw new Rejected('link', `${label} returned another file than the link leads to.`)
    url.search = ''
    const { status } = await outboundClient.send({
      ...{ ...request, url: url.href },
      outcomeOf: (answer) => (deniedStatuses.has(answer.status) ? 'ok' : undefined),
    })
    if (!deniedStatuses.has(status))
      throw new Rejected(
        'not-private',
        `${label} makes recordings public: anyone with the address can open them without a signature. Please turn that off there first.`,
      )
  } finally {
    const later = { ...call, signal: AbortSignal.timeout(cleanUpMs) }
    // What the check found counts, not a leftover test file.
    await objects.remove(name, later).catch(() => {})
  }
}
