import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { isAlive } from './platform/db/embedded/embedded-processes.ts'
import { copyDataFolder, spareDisk } from './test/data-folder.ts'
import { cloneDatabase } from './test/database.ts'
import { freePort } from './test/free-port.ts'

/** A data folder after a first start, which the tests copy. */
const prepared = mkdtempSync(path.join(tmpdir(), 'maylab-prepared-'))
beforeAll(async () => {
  const { child } = await started({ DATA_DIR: prepared })
  child.kill('SIGTERM')
  await ended(child)
  spareDisk(prepared)
}, 120_000)
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

let folder = ''
let children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'maylab-main-'))
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  const pid = databasePid()
  if (pid && isAlive(pid)) {
    process.kill(pid, 'SIGQUIT')
    while (isAlive(pid)) await sleep(20)
  }
  rmSync(folder, { recursive: true, force: true })
})

const data = () => path.join(folder, 'data')
const copyPrepared = () => copyDataFolder(prepared, data())

/** Starts the product as a process, by default without jobs and demo data. */
function startProcess(env: Record<string, string> = {}) {
  const child = fork('server/main.ts', [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...{ DATA_DIR: data(), PORT: '0', JOBS: 'off', DEMO_DATA: 'off', ...env },
    },
  })
  children.push(child)
  return child
}

async function started(env: Record<string, string> = {}) {
  if (!env['DATA_DIR'] && !existsSync(data())) copyPrepared()
  const child = startProcess(env)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (more: string) => (output += more))
  for (;;) {
    const address = / is at (http\S+)/.exec(output)?.[1]
    if (address) return { child, address, output: () => output }
    if (child.exitCode !== null) throw new Error(`It ended while starting: ${output}`)
    await sleep(20)
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** The error output of a start that fails. */
async function startupErrorOf(env: Record<string, string>) {
  const child = startProcess(env)
  const [output] = await Promise.all([child.stderr ? text(child.stderr) : '', ended(child)])
  expect(child.exitCode).toBe(1)
  expect(output).not.toMatch(/^\s+at /m)
  return output.trim()
}

function lockFile() {
  const file = path.join(data(), 'database', 'pgdata', 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return { pid: lines[0] ? Number(lines[0]) : undefined, socketDir: lines[4] }
}

const databasePid = () => lockFile().pid

// Starting processes is slow while other tests run.
const slow = { timeout: 120_000 }

describe('starting and stopping', slow, () => {
  test('answers once it prints its address, and SIGTERM stops it and its database', async () => {
    const { child, address } = await started()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(statSync(path.join(data(), 'secret.key')).mode & 0o777).toBe(0o600)
    const pid = databasePid()
    child.kill('SIGTERM')
    expect(await ended(child)).toBe(0)
    expect(pid && isAlive(pid)).toBe(false)
  })

  test.each([0, 100])(
    'SIGTERM %i ms after the first response stops the product while jobs start, without an error',
    async (afterMs) => {
      copyPrepared()
      const port = await freePort()
      const child = startProcess({ PORT: String(port), JOBS: 'on' })
      const output = child.stderr ? text(child.stderr) : ''
      child.stdout?.resume()
      while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok)
        await sleep(5)
      await sleep(afterMs)
      child.kill('SIGTERM')
      expect([await ended(child), await output]).toEqual([0, ''])
    },
  )

  test('stops when its parent process is gone', async () => {
    const { child } = await started()
    const pid = databasePid()
    child.disconnect()
    expect(await ended(child)).toBe(0)
    expect(pid && isAlive(pid)).toBe(false)
  })

  test('after a kill the next start uses the running database and finds all data', async () => {
    const first = await started({ DEMO_DATA: 'on' })
    const pid = databasePid()
    first.child.kill('SIGKILL')
    await ended(first.child)
    expect(pid && isAlive(pid)).toBe(true)
    const second = await started({ DEMO_DATA: 'on' })
    expect(databasePid()).toBe(pid)
    const answer = await fetch(`${second.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: second.address },
      body: JSON.stringify({ email: 'coach@demo.maylab.test', password: 'wellbeing-demo' }),
    })
    expect(answer.status).toBe(200)
    expect(second.output()).toContain('coach@demo.maylab.test')
  })

  test('of two processes on one data folder the last one stops the database', async () => {
    const first = await started()
    const second = await started()
    const pid = databasePid() ?? 0
    first.child.kill('SIGTERM')
    expect(await ended(first.child)).toBe(0)
    expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await ended(second.child)).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  test('of two processes that stop at the same time one stops the database', async () => {
    const both = [await started(), await started()]
    const pid = databasePid() ?? 0
    for (const { child } of both) child.kill('SIGTERM')
    expect(await Promise.all(both.map(({ child }) => ended(child)))).toEqual([0, 0])
    expect(isAlive(pid)).toBe(false)
  })

  test('demo accounts are not created when other machines can reach the product', async () => {
    const { output } = await started({ DEMO_DATA: 'on', HOST: '0.0.0.0' })
    await expect.poll(output).toContain('npm run create-admin')
    expect(output()).not.toContain('demo accounts')
  })

  test('when the product becomes reachable, demo accounts are signed out and refused, and the output says so', async () => {
    const credentials = { email: 'system@demo.maylab.test', password: 'wellbeing-demo' }
    const signIn = (address: string, origin = address) =>
      fetch(`${address}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(credentials),
      })
    const userStatus = async (address: string, cookie: string) =>
      (await fetch(`${address}/api/auth/user`, { headers: { cookie } })).status

    const before = await started({ DEMO_DATA: 'on' })
    const cookie = (await signIn(before.address)).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await userStatus(before.address, cookie)).toBe(200)
    before.child.kill('SIGTERM')
    await ended(before.child)

    // With https the cookie would have another name.
    const PORT = String(await freePort())
    const appOrigin = 'http://care.example'
    const { output } = await started({ DEMO_DATA: 'on', PORT, APP_ORIGIN: appOrigin })
    const address = `http://127.0.0.1:${PORT}`
    await expect.poll(output).toContain('npm run create-admin')
    expect(output()).toContain('The demo accounts cannot sign in here')
    expect(output()).not.toContain(credentials.email)
    expect((await signIn(address, appOrigin)).status).toBe(401)
    expect(await userStatus(address, cookie)).toBe(401)
  })

  test('with HOST=0.0.0.0 but no APP_ORIGIN the output says that only localhost is answered', async () => {
    const { output, address } = await started({ HOST: '0.0.0.0' })
    await expect.poll(output).toContain('set APP_ORIGIN to the address that people will use')
    expect((await fetch(`${address}/api/auth/user`)).status).toBe(401)
  })
})

describe('a failed start prints a sentence about', slow, () => {
  test('a port in use', async () => {
    const holder = net.createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    copyPrepared()
    const output = await startupErrorOf({ PORT: String(port) })
    expect(output).toContain(`Port ${port} on 127.0.0.1 is taken`)
    expect(output).toContain(`PORT=${port + 1}`)
    holder.close()
  })

  test('a file where the data folder should be', async () => {
    writeFileSync(data(), '')
    expect(await startupErrorOf({})).toMatch(/data cannot be a folder.*set DATA_DIR/)
  })

  test('a wrong setting, without its value', async () => {
    const output = await startupErrorOf({ PORT: 'eighty', SECRET_KEY: 'too-short' })
    expect(output).toContain('The setting PORT is wrong')
    expect(output).toContain('The setting SECRET_KEY is wrong')
    expect(output).not.toContain('too-short')
  })

  test('a database written by a newer version', async () => {
    const cloned = await cloneDatabase(inject('database'))
    const client = new pg.Client({ connectionString: cloned.url })
    await client.connect()
    await client.query(`insert into migration (name) values ('9999-later.sql')`)
    await client.end()
    expect(await startupErrorOf({ DATABASE_URL: cloned.url })).toMatch(
      /newer version \(9999-later\.sql\)/,
    )
    await cloned.drop()
  })
})
