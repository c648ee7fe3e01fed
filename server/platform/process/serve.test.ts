import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { startJobsLater } from './serve.ts'

const { deps, databaseUrl } = await testApp()

test('whoever is told to stop right after the start begins no background work', async () => {
  const leaving = new AbortController()
  const jobs = startJobsLater(deps, pino({ level: 'silent' }), databaseUrl, leaving.signal)
  leaving.abort()
  await expect(jobs).rejects.toThrow('aborted')
})
