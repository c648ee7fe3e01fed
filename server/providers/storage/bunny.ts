import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { fileBody } from '../../platform/outbound/request-body.ts'
import { fileHash } from './file-hash.ts'
import { type LinkOptions, linkSeconds, createLinks, testLinks } from './links.ts'
import { timeoutsFor } from './patience.ts'
import { type Call, type Objects, remoteStorage } from './remote-storage.ts'

type Settings = {
  accessKey: string
  storageZoneName: string
  region: string
  storagePath: string
  /** The pull zone through which browsers fetch recordings, and the key of its links. */
  pullZoneHost?: string
  tokenKey?: string
}
type Needs = {
  settings: Settings
  outboundClient: OutboundClient
  borrowed: string
}

const entries = z.array(
  z.object({
    ObjectName: z.string(),
    IsDirectory: z.boolean(),
    Length: z.number(),
    LastChanged: z.string(),
  }),
)

/** Recordings in a storage zone of bunny.net (Edge Storage API). */
export function bunny({ settings, outboundClient, borrowed }: Needs) {
  const { accessKey, storageZoneName, region, storagePath, pullZoneHost, tokenKey } = settings
  const host = region === 'de' ? 'storage.bunnycdn.com' : `${region}.storage.bunnycdn.com`
  const zone = `${outboundClient.baseUrl(`https://${host}`)}/${storageZoneName}`
  // No other installation writes to it.
  const folder = [...storagePath.split('/').filter(Boolean), outboundClient.integrationId].join('/')
  const at = (name: string) => `${zone}/${name.split('/').map(encodeURIComponent).join('/')}`
  /** One that is not there is an answer, too. */
  const orGone: Pick<OutboundRequest, 'outcomeOf'> = {
    outcomeOf: ({ status }) => (status === 404 ? 'ok' : undefined),
  }
  const asked = { headers: { accesskey: accessKey, accept: '*/*' } }

  /** What is in a folder; one that was never written to has nothing. */
  async function entriesOf(path: string, purpose: string, call: Call) {
    const url = `${at(path)}/`
    const answer = await outboundClient.send({
      ...asked,
      ...call,
      ...orGone,
      method: 'GET',
      purpose,
      url,
    })
    return answer.status === 404 ? [] : answer.json(entries)
  }

  const documented = `https://${pullZoneHost}`
  const pullZone = outboundClient.baseUrl(documented)
  const linking: LinkOptions | undefined =
    pullZoneHost && tokenKey
      ? {
          ...{ outboundClient, origin: new URL(pullZone).origin },
          // Only the environment may name an address in the network that the product runs in.
          isUntrustedHost: pullZone === documented,
          sign(name) {
            const expires = Math.floor(Date.now() / 1000) + linkSeconds
            return bunnyLink({ origin: pullZone, path: `/${name}`, expires }, tokenKey)
          },
        }
      : undefined

  const objects: Objects = {
    label: outboundClient.label,
    ...(linking && { links: createLinks(linking) }),
    async put(name, { path, bytes, contentType }, call) {
      const checksum = (await fileHash('sha256', path)).toString('hex').toUpperCase()
      await outboundClient.send({
        purpose: 'storing a recording',
        ...call,
        ...timeoutsFor(bytes),
        method: 'PUT',
        url: at(name),
        headers: { ...asked.headers, checksum, 'override-content-type': contentType },
        body: await fileBody(path, 'application/octet-stream'),
      })
    },
    async get(name, range, call) {
      const opened = await outboundClient.stream({
        ...{ ...call, ...orGone, purpose: 'reading a recording', method: 'GET', url: at(name) },
        headers: {
          ...asked.headers,
          ...(range && { range: `bytes=${range.start}-${range.end}` }),
        },
      })
      return opened.status === 404 ? undefined : opened
    },
    // The documented DESCRIBE is no method that every client may send; the folder tells the same.
    async size(name, call) {
      const [parent, own] = [
        name.slice(0, name.lastIndexOf('/')),
        name.slice(name.lastIndexOf('/') + 1),
      ]
      const found = await entriesOf(parent, 'looking for a recording', call)
      return found.find((it) => it.ObjectName === own && !it.IsDirectory)?.Length
    },
    async remove(name, call) {
      const purpose = 'removing a recording'
      await outboundClient.send({
        purpose,
        ...asked,
        ...call,
        ...orGone,
        method: 'DELETE',
        url: at(name),
      })
    },
    async *list(from, call) {
      const folders = [from]
      for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
        for (const it of await entriesOf(path, 'listing recordings', call)) {
          const name = `${path}/${it.ObjectName}`
          if (it.IsDirectory) folders.push(name)
          else yield { name, storedAt: instantOf(it.LastChanged) }
        }
      }
    },
  }
  return {
    ...remoteStorage(objects, { folder, borrowed }),
    async test(signal: AbortSignal) {
      await entriesOf(storagePath.split('/').filter(Boolean).join('/'), 'connection test', {
        signal,
      })
      if (!linking) return `The storage zone ${storageZoneName} answers.`
      await testLinks({ objects, linking, folder, borrowed }, signal)
      return `The storage zone ${storageZoneName} answers, and its pull zone gives recordings by links.`
    },
  }
}

/** Token authentication of a pull zone: what is signed is the path as it is meant, not as it is written. */
export function bunnyLink(
  { origin, path, expires }: { origin: string; path: string; expires: number },
  tokenKey: string,
) {
  const token = createHmac('sha256', tokenKey).update(`${path}${expires}`).digest('base64url')
  const written = path.split('/').map(encodeURIComponent).join('/')
  return `${origin}${written}?token=HS256-${token}&expires=${expires}`
}

/** In UTC, though it does not say so. */
const instantOf = (text: string) => new Date(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
