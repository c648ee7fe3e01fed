// Started by join-recordings.ts: copies the packets of recordings one after the other into one file with an index, so that it
// plays and seeks. Timestamps stay, and with them holes of time. JavaScript for the reason that read-tracks.mjs gives.
import { createRequire } from 'node:module'

/**
 * @import * as Mediabunny from 'mediabunny'
 * @typedef {{ path: string, from: number, to: number | null }} Part Seconds; `to` null: to its end.
 * @typedef {{ parts: Part[], output: string, maxBytes: number }} Work
 * @typedef {NonNullable<Awaited<ReturnType<typeof openPart>>>} Opened
 */

const mediabunny = /** @type {typeof Mediabunny} */ (createRequire(import.meta.url)('mediabunny'))
const { EncodedAudioPacketSource, EncodedPacketSink, EncodedVideoPacketSource } = mediabunny
const { FilePathSource, FilePathTarget, Input, MATROSKA, MP4, Output, QTFF, WEBM } = mediabunny
const { MkvOutputFormat, Mp4OutputFormat, WebMOutputFormat } = mediabunny

/** Files have whole milliseconds. */
const halfStep = 0.0005
/** Codecs whose packets say themselves how they are decoded. */
const selfContained = ['vp8', 'vp9', 'av1', 'opus']

/**
 * The seconds of each part; or, if their codecs differ, those that have not the common ones.
 * @type {(work: Work) => Promise<{ seconds: number[] } | { toEncode: number[] }>}
 */
async function join({ parts, output, maxBytes }) {
  const opened = await Promise.all(parts.map(openPart))
  const [first, ...others] = opened
  if (!first) throw new Error('There is nothing to join.')
  if (!others.every((other) => isAlike(first, other)))
    return { toEncode: [...opened.keys()].filter((index) => !isCommon(opened[index])) }
  const isMp4 = [MP4, QTFF].includes(first.format)
  const isWebm = !isMp4 && first.format === WEBM
  const file = new Output({
    format: isMp4
      ? new Mp4OutputFormat({ fastStart: 'reserve' })
      : isWebm
        ? new WebMOutputFormat()
        : new MkvOutputFormat(),
    target: new FilePathTarget(output),
  })
  const video = new EncodedVideoPacketSource(first.video.codec)
  const audio = new EncodedAudioPacketSource(first.audio.codec)
  file.addVideoTrack(video, { maximumPacketCount: await countPackets(opened, 'video') })
  file.addAudioTrack(audio, { maximumPacketCount: await countPackets(opened, 'audio') })
  await file.start()
  const seconds = []
  let start = 0
  let bytes = 0
  for (const part of opened) {
    let end = part.from
    for await (const { packet, isVideo } of inOrder(part)) {
      bytes += packet.byteLength
      if (bytes > maxBytes) throw new Error('It refers to the same bytes many times.')
      end = Math.max(end, packet.timestamp + packet.duration)
      const moved = packet.clone({ timestamp: Math.max(0, start + packet.timestamp - part.from) })
      if (isVideo) await video.add(moved, { decoderConfig: first.video.config })
      else await audio.add(moved, { decoderConfig: first.audio.config })
    }
    const length = Math.ceil(((part.to ?? end) - part.from) * 1000 - 0.001) / 1000
    seconds.push(length)
    start += length
    part.input.dispose()
  }
  if (bytes === 0) throw new Error('It has no packets.')
  await file.finalize()
  return { seconds }
}

/** @param {Part} part */
async function openPart({ path, from, to }) {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA],
    source: new FilePathSource(path),
  })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video || !audio) throw new Error('It has no picture or no sound.')
  const [videoCodec, audioCodec] = [await video.getCodec(), await audio.getCodec()]
  const [videoConfig, audioConfig] = [
    await video.getDecoderConfig(),
    await audio.getDecoderConfig(),
  ]
  if (!videoCodec || !audioCodec || !videoConfig || !audioConfig)
    throw new Error('It has an unknown codec.')
  return {
    ...{ input, from, to, format: await input.getFormat() },
    video: { track: video, codec: videoCodec, config: videoConfig },
    audio: { track: audio, codec: audioCodec, config: audioConfig },
  }
}

/**
 * Whether a decoder that was made for one can go on with the other.
 * @type {(one: Opened, other: Opened) => boolean}
 */
function isAlike(one, other) {
  const { numberOfChannels, sampleRate } = one.audio.config
  return (
    numberOfChannels === other.audio.config.numberOfChannels &&
    sampleRate === other.audio.config.sampleRate &&
    /** @type {const} */ (['video', 'audio']).every(
      (kind) =>
        one[kind].codec === other[kind].codec &&
        (selfContained.includes(one[kind].codec) ||
          toHex(one[kind].config.description) === toHex(other[kind].config.description)),
    )
  )
}

/**
 * What `joinRecordings` encodes to.
 * @type {(part: Opened | undefined) => boolean}
 */
const isCommon = (part) =>
  part?.video.codec === 'vp8' &&
  part.audio.codec === 'opus' &&
  part.audio.config.numberOfChannels === 2 &&
  part.audio.config.sampleRate === 48_000

/** @type {(description: AudioDecoderConfig['description']) => string} */
const toHex = (description) =>
  description === undefined
    ? ''
    : ArrayBuffer.isView(description)
      ? Buffer.from(description.buffer, description.byteOffset, description.byteLength).toString(
          'hex',
        )
      : Buffer.from(description).toString('hex')

/** @type {(parts: Opened[], kind: 'video' | 'audio') => Promise<number>} */
async function countPackets(parts, kind) {
  let count = 0
  for (const part of parts)
    for await (const _packet of packetsOf(part, kind, { metadataOnly: true })) count++
  return count
}

/**
 * The packets of one track within the part, from a key frame on. What the end of a torn file lacks is left out.
 * @param {Opened} part
 * @param {'video' | 'audio'} kind
 * @param {Mediabunny.PacketRetrievalOptions} options
 */
async function* packetsOf({ from, to, ...part }, kind, options = {}) {
  const packets = new EncodedPacketSink(part[kind].track).packets(undefined, undefined, options)
  let hasKey = false
  for (;;) {
    const { value: packet } = await packets.next().catch(() => ({ value: undefined }))
    if (!packet) return
    if (packet.timestamp < from - halfStep) continue
    if (to !== null && packet.timestamp >= to - halfStep) continue
    hasKey ||= packet.type === 'key'
    if (hasKey) yield packet
  }
}

/**
 * Both tracks by time, because the file is written in that order.
 * @param {Opened} part
 */
async function* inOrder(part) {
  const [videos, audios] = [packetsOf(part, 'video'), packetsOf(part, 'audio')]
  let video = await videos.next()
  let audio = await audios.next()
  while (!video.done || !audio.done) {
    const isVideo = audio.done || (!video.done && video.value.timestamp <= audio.value.timestamp)
    if (isVideo && !video.done) {
      yield { packet: video.value, isVideo }
      video = await videos.next()
    } else if (!audio.done) {
      yield { packet: audio.value, isVideo: false }
      audio = await audios.next()
    }
  }
}

/** @type {Work} */
const work = JSON.parse(process.argv[2] ?? '')
process.stdout.write(`\n${JSON.stringify(await join(work))}`)
