import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../../platform/config/loopback.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

export type ServiceAccount = z.infer<typeof serviceAccount>

/** The signed assertion grants access, so it is sent over TLS or to this machine only. */
const isSafe = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().min(1),
  token_uri: z.url().refine(isSafe),
})

/** A key file has about 2 kB. */
const maxBytes = 64 * 1024

const outsideKeyFolder = () =>
  new Rejected('key-file', 'The key file must be in the folder for key files.')
const missingKeyFile = () =>
  new Rejected('key-file', 'There is no such key file in the folder for key files.')
const unreadableKeyFile = () =>
  new Rejected('key-file', 'The key file is not the key of a service account in JSON.')

/**
 * `name`: a path within `keyDir`, relative or absolute. Throws Rejected if it leaves that folder, also by a symlink,
 * without revealing whether the file exists.
 */
export async function readKeyFile(keyDir: string, name: string): Promise<ServiceAccount> {
  const named = path.resolve(keyDir, name)
  requireWithin(keyDir, named)
  const [folder, file] = await Promise.all([realpath(keyDir), realpath(named)]).catch(() => {
    throw missingKeyFile()
  })
  requireWithin(folder, file)
  const found = await stat(file)
  if (!found.isFile()) throw missingKeyFile()
  if (found.size > maxBytes) throw unreadableKeyFile()
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Rejected('key-file', 'The key file cannot be read.')
  })
  const { success, data } = serviceAccount.safeParse(parsed(text))
  if (!success) throw unreadableKeyFile()
  return data
}

function requireWithin(folder: string, file: string) {
  if (!file.startsWith(folder + path.sep)) throw outsideKeyFolder()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
