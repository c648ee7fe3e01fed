import { expect, test } from 'vitest'
import { getRegion } from './region.ts'

// Hosts by configuration: features/trust/service-hosts.test.ts.
test.each([
  ['videos.s3.eu-west-2.amazonaws.com:443', 'the United Kingdom'],
  ['eu-west-1.s3.us-east-1.amazonaws.com', 'the United States'],
  ['s3-eu-west-1.s3.sa-east-1.amazonaws.com', 'Brazil'],
  ['europe-west6-speech.googleapis.com', 'Switzerland'],
  ['syd.storage.bunnycdn.com', 'Australia'],
  ['s3.xx-north-9.amazonaws.com', undefined],
  ['videos.s3.amazonaws.com', undefined],
  ['eu-west-1.example.com', undefined],
  ['storage.bunnycdn.com.example.com', undefined],
])('%s is in %s', (host, expected) => expect(getRegion(host)).toBe(expected))
