import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Enough for 64 MB. */
const timeoutMs = 15 * 60_000

const reasons: [RegExp, string][] = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET|ENETUNREACH/,
    'the npm registry cannot be reached.',
  ],
  [/ENOSPC/, 'the disk is full.'],
  [/EACCES|EPERM|EROFS/, 'the folder cannot be written to.'],
  [/E404|ETARGET/, 'the npm registry does not have the package.'],
  [/E401|E403|ENEEDAUTH/, 'the npm registry refuses the package.'],
  [/EINTEGRITY/, 'the package arrived damaged.'],
]

/**
 * Downloads an npm package into `folder` with the installed npm: its registry, proxy and cache. Runs no code of it.
 * Returns the path of the archive. Throws an Error whose message may be shown.
 */
export async function npmPack(spec: string, folder: string, signal?: AbortSignal, command = 'npm') {
  const child = spawn(
    command,
    ['pack', spec, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      // On Windows npm is a script.
      shell: process.platform === 'win32',
      windowsHide: true,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      signal,
    },
  )
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  const code = await new Promise<number | null | 'not-started'>((resolve) => {
    child.once('error', () => {
      if (child.pid === undefined) resolve('not-started')
    })
    child.once('close', resolve)
    // Children of a killed npm may keep its output open.
    child.once('exit', (code) => code === null && resolve(code))
  })
  signal?.throwIfAborted()
  if (code === 'not-started') throw new Error('npm cannot be started: it is not on the PATH.')
  if (code === null) throw new Error(`npm did not fetch ${spec} within 15 minutes.`)
  if (code !== 0) throw new Error(`npm could not fetch ${spec}: ${reasonIn(output)}`)
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  if (!archive) throw new Error(`npm fetched no archive for ${spec}.`)
  return path.join(folder, archive)
}

function reasonIn(output: string) {
  const known = reasons.find(([pattern]) => pattern.test(output))?.[1]
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim())
  return (
    known ?? lines.find((line) => line && !/^(npm warn|code )/i.test(line)) ?? 'no reason given.'
  )
}
