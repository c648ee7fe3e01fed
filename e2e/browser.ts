import { existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import chromium from '@sparticuz/chromium'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Without these Chromium looks for hosts of its maker at every start. */
const quiet = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** How Playwright launches a real Chromium: the machine's own, or else the one that came from npm. */
export async function launchOptions() {
  const own = process.env['CHROMIUM_PATH'] ?? installed.find((it) => existsSync(it))
  return {
    executablePath: own ?? (await bundled()),
    args: ['--no-sandbox', ...quiet],
    // Playwright has Chromium share memory through files on the disk.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  }
}

/** Whether memory that processes share has room there; containers often have 64 MB. */
function hasSharedMemory() {
  try {
    const { bsize, bavail } = statfsSync('/dev/shm')
    return bsize * bavail > 2 ** 30
  } catch {
    return false
  }
}

/** Unpacked once per user and version, aside and then moved, so that a killed run leaves no half browser. */
async function bundled() {
  const folder = path.join(tmpdir(), `maylab-chromium-${userInfo().uid}`)
  const ready = path.join(folder, 'chromium')
  if (existsSync(ready)) return ready
  const fresh = mkdtempSync(`${folder}-`)
  const before = process.env['TMPDIR']
  // The package unpacks into the temporary folder: it gets one of its own.
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
