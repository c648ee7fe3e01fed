import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { OutboundClient } from '../../platform/outbound/outbound-client.ts'
import { fileBody } from '../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../platform/outbound/response.ts'
import type { Settings } from '../provider.ts'
import { type LinkOptions, linkSeconds, createLinks, testLinks } from './links.ts'
import { fileHash } from './on-disk.ts'
import {
  type Call,
  type Objects,
  rangeHeader,
  remoteStorage,
  timeoutsFor,
} from './remote-storage.ts'

type Needs = { settings: Settings; outboundClient: OutboundClient; downloadsDir: string }

const entries = z.array(
  z.object({
    ObjectName: z.string(),
    IsDirectory: z.boolean(),
    Length: z.number(),
    LastChanged: z.string(),
  }),
)

/** A storage zone of bunny.net (Edge Storage API). */
export function bunny({ settings, outboundClient, downloadsDir }: Needs) {
  const { accessKey = '', storageZoneName = '', region = 'de', storagePath = '' } = settings
  const { pullZoneHost, tokenKey } = settings
  const { label, integrationId } = outboundClient
  const host = region === 'de' ? 'storage.bunnycdn.com' : `${region}.storage.bunnycdn.com`
  const zone = `${outboundClient.baseUrl(`https://${host}`)}/${storageZoneName}`
  const base = storagePath.split('/').filter(Boolean)
  const folder = [...base, integrationId].join('/')
  const buildUrl = (name: string) => `${zone}/${encodePath(name)}`
  const headers = { accesskey: accessKey, accept: '*/*' }

  /** Empty if the folder does not exist. */
  async function listEntries(path: string, purpose: string, call: Call) {
    const answer = await outboundClient.send({
      ...{ purpose, method: 'GET', url: `${buildUrl(path)}/`, headers, outcomeOf: acceptNotFound },
      ...call,
    })
    return answer.status === 404 ? [] : answer.json(entries)
  }

  const pullZoneUrl = `https://${pullZoneHost}`
  const pullZone = outboundClient.baseUrl(pullZoneUrl)
  const linking: LinkOptions | undefined =
    pullZoneHost && tokenKey
      ? {
          ...{ outboundClient, origin: new URL(pullZone).origin },
          isUntrustedHost: pullZone === pullZoneUrl,
          sign(name) {
            const expires = Math.floor(Date.now() / 1000) + linkSeconds
            return bunnyLink({ origin: pullZone, path: `/${name}`, expires }, tokenKey)
          },
        }
      : undefined

  const objects: Objects = {
    label,
    ...(linking && { links: createLinks(linking) }),
    async put(name, { path, bytes, contentType }, call) {
      const checksum = (await fileHash('sha256', path)).toString('hex').toUpperCase()
      await outboundClient.send({
        ...{ purpose: 'storing a recording', method: 'PUT', url: buildUrl(name) },
        ...{ ...call, ...timeoutsFor(bytes) },
        headers: { ...headers, checksum, 'override-content-type': contentType },
        body: await fileBody(path, 'application/octet-stream'),
      })
    },
    async get(name, range, call) {
      const response = await outboundClient.stream({
        ...{ purpose: 'reading a recording', method: 'GET', url: buildUrl(name), ...call },
        ...{ headers: { ...headers, ...rangeHeader(range) }, outcomeOf: acceptNotFound },
      })
      return response.status === 404 ? undefined : response
    },
    // From the folder listing, because fetch clients may not support the documented method DESCRIBE.
    async size(name, call) {
      const slash = name.lastIndexOf('/')
      const found = await listEntries(name.slice(0, slash), 'looking for a recording', call)
      return found.find((it) => it.ObjectName === name.slice(slash + 1) && !it.IsDirectory)?.Length
    },
    async remove(name, call) {
      await outboundClient.send({
        ...{ purpose: 'removing a recording', method: 'DELETE', url: buildUrl(name), headers },
        ...{ ...call, outcomeOf: acceptNotFound },
      })
    },
    async *list(from, call) {
      const folders = [from]
      for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
        for (const it of await listEntries(path, 'listing recordings', call)) {
          const name = `${path}/${it.ObjectName}`
          if (it.IsDirectory) folders.push(name)
          else yield { name, storedAt: parseUtc(it.LastChanged) }
        }
      }
    },
  }
  return {
    ...remoteStorage(objects, { folder, downloadsDir }),
    async test(signal: AbortSignal) {
      await listEntries(base.join('/'), 'connection test', { signal })
      if (!linking) return `The storage zone ${storageZoneName} is reachable.`
      await testLinks({ objects, linking, folder, downloadsDir }, signal)
      return `The storage zone ${storageZoneName} is reachable, and links to its pull zone work.`
    },
  }
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** Token authentication of a pull zone. The signature covers the path before URL encoding. */
export function bunnyLink(
  { origin, path, expires }: { origin: string; path: string; expires: number },
  tokenKey: string,
) {
  const token = createHmac('sha256', tokenKey).update(`${path}${expires}`).digest('base64url')
  return `${origin}${encodePath(path)}?token=HS256-${token}&expires=${expires}`
}

/** bunny.net returns timestamps in UTC without a time zone. */
const parseUtc = (text: string) => new Date(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
