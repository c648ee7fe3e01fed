import { existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import chromium from '@sparticuz/chromium'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Keeps Chromium from contacting Google at every start. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Playwright launch options for a real Chromium: the installed one, or else the one from npm. */
export async function launchOptions() {
  const local = process.env['CHROMIUM_PATH'] ?? installed.find((it) => existsSync(it))
  return {
    executablePath: local ?? (await bundled()),
    args: ['--no-sandbox', ...quiet],
    // By default Playwright makes Chromium use files on disk instead of /dev/shm.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  }
}

/** Whether /dev/shm is large enough; in containers it often has 64 MB. */
function hasSharedMemory() {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail > 2 ** 30
  } catch {
    return false
  }
}

/** Unpacks Chromium once per user and version, and renames it when complete: a killed run leaves no partial copy. */
async function bundled() {
  const folder = path.join(tmpdir(), `maylab-chromium-${userInfo().uid}`)
  const ready = path.join(folder, 'chromium')
  if (existsSync(ready)) return ready
  const fresh = mkdtempSync(`${folder}-`)
  const before = process.env['TMPDIR']
  // The package unpacks into the temporary folder.
  process.env['TMPDIR'] = fresh
  try {
    await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true, force: true })
  }
  return ready
}
