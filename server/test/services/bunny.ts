import { createHash } from 'node:crypto'
import { json, localService } from '../local-service.ts'
import { sendObject } from './ranged.ts'

const password = 'zone-password-0123456789'
const zone = 'a-zone'

/**
 * Edge Storage of bunny.net (docs.bunny.net, Edge Storage API): files of a storage zone by their path, with the password of
 * the zone in `AccessKey`. Folders make themselves. A wrong password, a wrong zone and a wrong region are all answered 401.
 */
export async function bunnyService() {
  const files = new Map<string, { content: Buffer; type: string; changed: Date }>()

  const service = await localService(({ method, path, headers, body }, response) => {
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
    settings: {
      accessKey: password,
      storageZoneName: zone,
      region: 'de',
      storagePath: '/coaching/',
    },
  }
}

/** Times are in UTC without saying so. */
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
