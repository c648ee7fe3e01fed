import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'
import { sampleRate } from '../providers/transcription/local/sound/pcm.ts'
import { extractAudio } from '../providers/transcription/audio/extract-audio.ts'

/**
 * Recordings of Chromium's MediaRecorder: a tone of 440 Hz on the left for two seconds, then one of 880 Hz on the right. Written as
 * they come: without length and index.
 */
export const recordedHere = {
  webm: path.join(import.meta.dirname, 'media/recorded-here.webm'),
  mp4: path.join(import.meta.dirname, 'media/recorded-here.mp4'),
}

/** The beginning, as a crash leaves it. */
export function tear(file: string, share: number, to: string) {
  const bytes = readFileSync(file)
  writeFileSync(to, bytes.subarray(0, Math.floor(bytes.length * share)))
  return to
}

/** The recording of a laptop that slept so many seconds after two. */
export async function withHole(seconds: number, to: string) {
  const input = new Input({ formats: [WEBM], source: new FilePathSource(recordedHere.webm) })
  const output = new Output({
    format: new WebMOutputFormat({ appendOnly: true }),
    target: new FilePathTarget(to),
  })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error('Not a recording.')
  const sources = {
    video: new EncodedVideoPacketSource('vp8'),
    audio: new EncodedAudioPacketSource('opus'),
  }
  output.addVideoTrack(sources.video)
  output.addAudioTrack(sources.audio)
  await output.start()
  const [videoConfig, audioConfig] = [
    await video.getDecoderConfig(),
    await audio.getDecoderConfig(),
  ]
  const late = (timestamp: number) => timestamp + (timestamp < 2 ? 0 : seconds)
  for await (const packet of new EncodedPacketSink(video).packets())
    await sources.video.add(packet.clone({ timestamp: late(packet.timestamp) }), {
      ...(videoConfig && { decoderConfig: videoConfig }),
    })
  sources.video.close()
  for await (const packet of new EncodedPacketSink(audio).packets())
    await sources.audio.add(packet.clone({ timestamp: late(packet.timestamp) }), {
      ...(audioConfig && { decoderConfig: audioConfig }),
    })
  await output.finalize()
  return to
}

/** The tone in the middle of each second, in hertz to the nearest 440; 0: silence. As transcribers hear it. */
export async function listTones(file: string, seconds: number) {
  const bytes = await extractAudio(
    file,
    { start: 0, end: seconds },
    'pcm',
    new AbortController().signal,
  )
  return Array.from({ length: Math.floor(seconds) }, (_, second) => {
    const at = (second + 0.25) * sampleRate
    let [turns, peak, last] = [0, 0, 0]
    for (let index = at; index < at + sampleRate / 2; index++) {
      const sample = 2 * index < bytes.length - 1 ? bytes.readInt16LE(2 * index) : 0
      peak = Math.max(peak, Math.abs(sample))
      if (sample > 0 !== last > 0) turns++
      last = sample
    }
    return peak < 300 ? 0 : Math.round(turns / 440) * 440
  })
}
