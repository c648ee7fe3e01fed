import { expect, test } from 'vitest'
import { formatLocations } from './format-moves.ts'

const mebi = 1024 * 1024
const location = (provider: string, recordings: number, bytes: number) => ({
  ...{ integrationId: provider, provider, recordings, bytes },
})

test('shows how many recordings are stored with each provider', () => {
  expect(formatLocations([location('local_disk', 1, mebi * 3.4)])).toBe(
    '1 recording (3.4 MB) is stored with Local disk.',
  )
  expect(
    formatLocations([location('local_disk', 1204, mebi * 2000), location('aws_s3', 1, mebi)]),
  ).toBe('1,204 recordings (2000 MB) are stored with Local disk, 1 recording (1.0 MB) with AWS S3.')
  expect(formatLocations([location('of_tomorrow', 2, 0)])).toBe(
    '2 recordings (0 KB) are stored with of_tomorrow.',
  )
})
