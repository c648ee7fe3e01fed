import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ffmpegs } from '../../test/ffmpegs.ts'
import { pictureBomb, trackBomb } from '../../test/hostile-media.ts'
import { watchTree } from '../../test/tree-memory.ts'
import { runConfined } from './confined.ts'
import { createPoster } from './poster.ts'
import { probe } from './probe.ts'

const mebi = 1024 * 1024
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-confined-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())
const fileOf = (name: string, content: string | Buffer) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}
const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const outputOf = async (...args: Parameters<typeof runConfined>) => {
  const { stdout, done } = runConfined(...args)
  const [output, end] = await Promise.all([text(stdout).catch(() => ''), done])
  return { output, ...end }
}

describe('a program that reads an untrusted file', () => {
  test('does not get our secrets', async () => {
    vi.stubEnv('SECRET_KEY', 'a-secret')
    vi.stubEnv('DATABASE_URL', 'postgres://somebody:a-secret@somewhere/maylab')
    const script = fileOf('environment.ts', 'console.log(JSON.stringify(process.env))')
    for (const program of [
      { command: 'env', args: [] },
      { script, args: [] },
    ]) {
      const { output } = await outputOf(program)
      expect(output).toContain('PATH')
      expect(output).not.toContain('a-secret')
    }
  })

  test('runs at low priority', async () => {
    const { output } = await outputOf({ command: 'sh', args: ['-c', 'sleep 0.3; nice'] })
    expect(Number(output)).toBeGreaterThanOrEqual(5)
  })

  test('is killed when it uses too much CPU time, or hangs', async () => {
    const busy = fileOf('busy.ts', 'for (;;);')
    expect((await outputOf({ script: busy, args: [] }, { cpuSeconds: 1 })).code).toBeNull()
    const idle = { command: 'sleep', args: ['60'] }
    expect((await outputOf(idle, { cpuSeconds: 0.1 })).code).toBeNull()
  }, 120_000)

  test('is killed when it uses too much memory of any kind', async () => {
    const greedy = {
      heap: 'const all = []; for (;;) all.push(Array.from({ length: 1000 }, (_, i) => ({ i })))',
      bytes: `const all = []; setInterval(() => all.push(Buffer.alloc(32 * ${mebi}, 1)), 20)`,
      wasm: `const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); memory.grow(16 * 1024); setInterval(() => {}, 1000)`,
    }
    for (const [name, source] of Object.entries(greedy)) {
      const tree = watchTree()
      const script = fileOf(`${name}.ts`, source)
      const { code } = await outputOf({ script, args: [] })
      expect(code, name).not.toBe(0)
      expect(tree.stop().bytes, name).toBeLessThan(700 * mebi)
    }
  }, 120_000)

  test('cannot write files', async () => {
    const target = path.join(folder, 'written')
    const script = fileOf(
      'writes.ts',
      `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(target)}, '')`,
    )
    expect((await outputOf({ script, args: [] })).stderr).toContain('ERR_ACCESS_DENIED')
  })

  test('has a nonzero exit code when it is missing', async () => {
    expect((await outputOf({ command: 'there-is-no-such-program', args: [] })).code).not.toBe(0)
  })
})

describe.each(ffmpegs)('with $name', ({ wasm }) => {
  beforeEach(() => {
    vi.stubEnv('FFMPEG_WASM', wasm)
  })

  /** Probes a file and makes its poster `times` times at once, and measures memory and processes. */
  async function probeTimes(file: string, times: number) {
    const tree = watchTree()
    const runs = Array.from({ length: times }, async () => {
      const [probed, poster] = await Promise.allSettled([probe(file), createPoster(file)])
      return {
        probed: probed.status === 'fulfilled' ? probed.value : (probed.reason as object),
        poster: poster.status === 'fulfilled' ? poster.value : poster.reason,
      }
    })
    const found = await Promise.all(runs)
    return { found, ...tree.stop() }
  }

  test('a picture of 16,000 × 16,000 in two megabytes is accepted without a poster', async () => {
    const bomb = pictureBomb()
    expect(bomb.length).toBeLessThan(2.5 * mebi)
    const { found, bytes, programs } = await probeTimes(fileOf('bomb.mov', bomb), 3)
    for (const it of found)
      expect(it).toMatchObject({
        probed: { contentType: 'video/quicktime', duration: 10, isPlayable: false },
        poster: undefined,
      })
    expect(bytes).toBeLessThan(500 * mebi)
    expect(programs).toBeLessThanOrEqual(2)
  }, 120_000)

  test('a file with a million tracks is rejected', async () => {
    const { found, bytes, programs } = await probeTimes(fileOf('bomb.webm', trackBomb()), 1)
    for (const it of found)
      expect(it).toMatchObject({ probed: { reason: 'unreadable' }, poster: undefined })
    expect(bytes).toBeLessThan(1000 * mebi)
    expect(programs).toBeLessThanOrEqual(2)
  }, 240_000)

  test('concurrent uploads are probed two at a time, each with its own result', async () => {
    const tree = watchTree()
    const files = ['short.webm', 'silence.mp4', 'older.avi', 'short.webm', 'silence.mp4']
    const found = await Promise.all(files.map((it) => probe(media(it))))
    const posters = await Promise.all(files.map((it) => createPoster(media(it))))
    expect(found.map(({ format }) => format)).toEqual(['WebM', 'MP4', 'AVI', 'WebM', 'MP4'])
    expect(posters.every((it) => it?.subarray(0, 2).toString('hex') === 'ffd8')).toBe(true)
    expect(tree.stop().programs).toBeLessThanOrEqual(2)
  }, 120_000)
})
