import { expect, test } from 'vitest'
import { hasNginx } from '#server/test/nginx.ts'
import { failover } from './failover.ts'
import { kills } from './kills.ts'
import { rollingRestart } from './restart.ts'

// Short runs of `npm run drill`.
const timeoutMs = 300_000

test(
  'the product keeps working after the standby is promoted, and no acknowledged write is lost',
  async () => {
    await using started = new AsyncDisposableStack()
    const result = await failover(started, { loadMs: 2_000 })
    expect(result, JSON.stringify(result)).toMatchObject({ isPassed: true })
    expect(result.acknowledged).toBeGreaterThan(20)
    expect(Object.keys(result.failures)).toEqual(['503'])
  },
  timeoutMs,
)

test.skipIf(!hasNginx)(
  'a rolling restart of two app processes behind nginx fails no request',
  async () => {
    await using started = new AsyncDisposableStack()
    const result = await rollingRestart(started, { rounds: 1 })
    expect(result, JSON.stringify(result)).toMatchObject({ isPassed: true })
    expect(result.restartsWhileUploading).toBeGreaterThan(0)
    expect(result.requests).toBeGreaterThan(20)
  },
  timeoutMs,
)

test(
  'after kills at random moments nothing is lost and every job finishes',
  async () => {
    await using started = new AsyncDisposableStack()
    const result = await kills(started, { count: 5, clients: 2 })
    expect(result, JSON.stringify(result)).toMatchObject({ isPassed: true })
    expect(result.erasures).toBeGreaterThan(0)
  },
  timeoutMs,
)
