import { afterEach, expect, test, vi } from 'vitest'
import { canPlay } from './playback.ts'

const hevc = 'video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"'
afterEach(() => vi.unstubAllGlobals())

test('a video that not all browsers play is playable if this browser says so', () => {
  const canPlayType = vi.fn((type: string) => (type === hevc ? 'probably' : ''))
  vi.stubGlobal('document', { createElement: () => ({ canPlayType }) })
  expect(canPlay({ isPlayable: false, mediaType: hevc })).toBe(true)
  expect(canPlay({ isPlayable: false, mediaType: 'video/x-matroska; codecs="vp9"' })).toBe(false)
  expect(canPlay({ isPlayable: false, mediaType: null })).toBe(false)
  expect(canPlay({ isPlayable: true, mediaType: null })).toBe(true)
})
