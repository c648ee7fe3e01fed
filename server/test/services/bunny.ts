import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Call, json, localService } from '../local-service.ts'
import { sendObject } from './ranged.ts'

const password = 'zone-password-0123456789'
const zone = 'a-zone'
const tokenKey = 'token-key-0123456789'

/**
 * A fake of bunny.net Edge Storage (docs.bunny.net, Edge Storage API): files of a storage zone by path, with the zone's
 * password in `AccessKey`. Folders are created implicitly. A wrong password, zone or region is 401.
 *
 * Also a pull zone of that storage zone, without a password: it serves a file for a valid token of its path, and a page
 * with 403 otherwise (token authentication, BunnyWay/BunnyCDN.TokenAuthentication).
 */
export async function bunnyService() {
  let isOpen = false
  const files = new Map<string, { content: Buffer; type: string; changed: Date }>()

  const service = await localService((call, response) => {
    const { method, path, headers, body, query } = call
    const isPulled = query.has('token') || (!path.startsWith(`/${zone}/`) && !headers['accesskey'])
    if (isPulled) return pulled(call, response)
    const say = (status: number, words: string) =>
      json(response, status, { HttpCode: status, Message: words })
    if (headers['accesskey'] !== password || !path.startsWith(`/${zone}/`))
      return say(401, 'Unauthorized')
    const name = decodeURIComponent(path.slice(zone.length + 2))
    if (method === 'PUT') {
      const { checksum } = headers
      const ours = createHash('sha256').update(body).digest('hex').toUpperCase()
      if (checksum !== undefined && checksum !== ours)
        return say(400, 'The checksum of the file does not match.')
      const type = String(headers['override-content-type'] ?? 'application/octet-stream')
      files.set(name, { content: body, type, changed: new Date() })
      return say(201, 'File uploaded.')
    }
    if (method === 'GET' && (name === '' || name.endsWith('/')))
      return json(response, 200, entriesIn(name))
    const file = files.get(name)
    if (!file) return say(404, 'Object Not Found')
    if (method === 'GET') return sendObject(response, file.content, headers.range, file.type)
    if (method !== 'DELETE') return say(405, 'Method Not Allowed')
    files.delete(name)
    say(200, 'File deleted.')
  })

  function pulled({ path, query, headers }: Call, response: ServerResponse) {
    const meant = decodeURIComponent(path)
    const [expires, token] = [query.get('expires'), query.get('token')]
    const ours = createHmac('sha256', tokenKey).update(`${meant}${expires}`).digest('base64url')
    const isGood = token === `HS256-${ours}` && Number(expires) * 1000 > Date.now()
    if (!isGood && !isOpen)
      return void response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('<h1>403 Forbidden</h1>')
    const file = files.get(meant.slice(1))
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end()
    sendObject(response, file.content, headers.range, file.type)
  }

  function entriesIn(folder: string) {
    const inside = [...files].filter(([name]) => name.startsWith(folder))
    const folders = inside
      .map(([name]) => name.slice(folder.length).split('/'))
      .flatMap(([first = '', ...rest]) => (rest.length ? [first] : []))
    return [
      ...[...new Set(folders)].map((name) => entryOf(folder, name, true, 0, new Date())),
      ...inside
        .filter(([name]) => !name.slice(folder.length).includes('/'))
        .map(([name, { content, changed }]) =>
          entryOf(folder, name.slice(folder.length), false, content.length, changed),
        ),
    ]
  }

  return {
    ...service,
    files,
    /** Turns token authentication of the pull zone off or on. */
    setOpen: (is: boolean) => (isOpen = is),
    pullZone: { pullZoneHost: 'films.b-cdn.example', tokenKey },
    settings: {
      accessKey: password,
      storageZoneName: zone,
      region: 'de',
      storagePath: '/coaching/',
    },
  }
}

/** Times are in UTC, but without a zone. */
const entryOf = (
  folder: string,
  ObjectName: string,
  IsDirectory: boolean,
  Length: number,
  changed: Date,
) => ({
  ...{ StorageZoneName: zone, Path: `/${zone}/${folder}`, ObjectName, Length, IsDirectory },
  ...{ LastChanged: changed.toISOString().slice(0, -1), ServerId: 0, UserId: 'a user' },
})
