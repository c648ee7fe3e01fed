import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { hasSound } from './has-sound.ts'

/** A video with one frame, which is never decoded. */
async function videoWith({ sounds }: { sounds: number }) {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const picture = new EncodedVideoPacketSource('vp8')
  output.addVideoTrack(picture)
  const tracks = Array.from({ length: sounds }, () => new EncodedAudioPacketSource('opus'))
  for (const track of tracks) output.addAudioTrack(track)
  await output.start()
  const packet = new EncodedPacket(new Uint8Array(8), 'key', 0, 1)
  await picture.add(packet, {
    decoderConfig: { codec: 'vp8', codedWidth: 16, codedHeight: 16 },
  })
  for (const track of tracks)
    await track.add(packet, {
      decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 },
    })
  await output.finalize()
  return target.buffer ?? new ArrayBuffer()
}

test('whether a chosen file has sound is detected from its content', async () => {
  const detect = async (content: BlobPart) => hasSound(new File([content], 'video.mp4'))
  expect(await detect(await videoWith({ sounds: 0 }))).toBe(false)
  expect(await detect(await videoWith({ sounds: 1 }))).toBe(true)
  expect(await detect('nothing that is known')).toBeUndefined()
})
