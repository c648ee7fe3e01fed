import { openMicrophone, openSources } from './capture-sources.ts'
import { chooseMediaType } from './media-type.ts'
import type { Levels, RecordingOptions } from './recorder-state.ts'
import { openStillPicture } from './still-picture.ts'

/** How much a crash may cost. With a frame a second, a chunk comes up to a second late. */
const sliceMs = { camera: 2000, call: 2000, microphone: 1000 }
/** A dead encoder never says that it has stopped. */
const stopWithinMs = 3000

export type Encoder = {
  setPaused(isPaused: boolean): void
  /** Resolves after the last chunk. */
  stop(): Promise<void>
}

export type EncoderReports = {
  chunk: (bytes: Blob) => void
  /** It ended by itself. */
  broken: () => void
}

/** What the watchdogs look at, once a second. */
export type Reading = {
  microphone: {
    /** Of the device's track. */
    id: string
    isLive: boolean
    /** How often a device went away, also where another one has taken its place. */
    losses: number
    isMuted: boolean
    level: number
    sampleRate: number | undefined
  }
  call?: { isLive: boolean; level: number }
  isCameraGone: boolean
}

export type Capture = {
  /** MIME type with codecs. */
  type: string
  hasSides: boolean
  read(): Reading
  getLevels(): Levels
  /** Starts a file. One may begin before the last one stops, so that nothing is missed. */
  encode(reports: EncoderReports): Encoder
  /** Nothing is heard; devices stay open. */
  setMuted(isMuted: boolean): void
  /** Called each second. */
  tick(): void
  changeMicrophone(microphoneId: string): Promise<void>
  /** Every device is released. */
  close(): void
}

/** Opens the devices; what is recorded is mixed in one graph, behind which they may change. Throws DOMException. */
export async function openCapture(options: RecordingOptions): Promise<Capture> {
  const type = chooseMediaType(
    (it) => MediaRecorder.isTypeSupported(it),
    navigator.vendor.startsWith('Apple'),
  )
  if (!type) throw new DOMException('This browser cannot record video.', 'NotSupportedError')
  const sources = await openSources(options)
  const { call, camera } = sources
  let { microphone } = sources
  let losses = 0
  let isMuted = false
  const still = camera || call ? undefined : openStillPicture()
  const pictures = [camera, call?.picture, still?.track].filter((it) => it !== undefined)

  const context = new AudioContext()
  const output = context.createMediaStreamDestination()
  const meters = { microphone: createMeter(context), call: createMeter(context) }
  if (call) {
    const sides = context.createChannelMerger(2)
    meters.microphone.node.connect(sides, 0, 0)
    meters.call.node.connect(sides, 0, 1)
    sides.connect(output)
    context.createMediaStreamSource(new MediaStream([call.sound])).connect(meters.call.node)
  } else {
    output.channelCount = 1
    meters.microphone.node.connect(output)
  }
  const plug = () => {
    const source = context.createMediaStreamSource(new MediaStream([microphone]))
    source.connect(meters.microphone.node)
    microphone.addEventListener('ended', () => {
      losses += 1
      replaceMicrophone()
    })
    return source
  }
  let plugged = plug()

  async function changeMicrophone(microphoneId?: string) {
    const next = await openMicrophone({ ...options, ...(microphoneId && { microphoneId }) })
    if (context.state === 'closed') return next.stop()
    microphone.stop()
    plugged.disconnect()
    microphone = next
    microphone.enabled = !isMuted
    plugged = plug()
  }
  /** With what the browser offers now; where that is nothing, with the next device that is connected. */
  function replaceMicrophone() {
    if (microphone.readyState === 'ended') changeMicrophone().catch(() => {})
  }
  navigator.mediaDevices.addEventListener('devicechange', replaceMicrophone)

  /** What ended has nothing for the next file. */
  function openStream() {
    const [picture = still?.track] = pictures.filter((it) => it.readyState === 'live')
    return new MediaStream([...output.stream.getAudioTracks(), ...(picture ? [picture] : [])])
  }

  return {
    type,
    hasSides: call !== undefined,
    read: () => ({
      microphone: {
        id: microphone.id,
        isLive: microphone.readyState === 'live',
        losses,
        isMuted: microphone.muted,
        level: meters.microphone.getLevel(),
        sampleRate: microphone.getSettings().sampleRate,
      },
      ...(call && {
        call: { isLive: call.sound.readyState === 'live', level: meters.call.getLevel() },
      }),
      isCameraGone: camera?.readyState === 'ended',
    }),
    getLevels: () => ({
      microphone: meters.microphone.getLevel(),
      ...(call && { call: meters.call.getLevel() }),
    }),
    encode: (reports) =>
      encode(new MediaRecorder(openStream(), rates(type, options)), sliceMs[options.kind], reports),
    setMuted(muted) {
      isMuted = muted
      microphone.enabled = !muted
      if (call) call.sound.enabled = !muted
    },
    tick() {
      still?.paint()
      // After a phone call or a locked screen. While it is `interrupted`, asking would break it.
      if (context.state === 'suspended') void context.resume()
    },
    changeMicrophone,
    close() {
      navigator.mediaDevices.removeEventListener('devicechange', replaceMicrophone)
      for (const track of [microphone, call?.sound, ...pictures]) track?.stop()
      for (const track of output.stream.getTracks()) track.stop()
      void context.close()
    },
  }
}

/** Screens with text need more than faces; two sides more than one voice. */
function rates(mimeType: string, { kind }: RecordingOptions) {
  const videoBitsPerSecond = { camera: 300_000, microphone: 100_000, call: 400_000 }[kind]
  return { mimeType, videoBitsPerSecond, audioBitsPerSecond: kind === 'call' ? 96_000 : 64_000 }
}

function encode(
  recorder: MediaRecorder,
  timeslice: number,
  { chunk, broken }: EncoderReports,
): Encoder {
  const stopped = Promise.withResolvers<void>()
  let isStopping = false
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) chunk(data)
  })
  recorder.addEventListener('stop', () => {
    stopped.resolve()
    if (!isStopping) broken()
  })
  recorder.start(timeslice)
  return {
    setPaused(isPaused) {
      if (recorder.state === 'inactive') return
      if (!isPaused) return recorder.resume()
      recorder.requestData()
      recorder.pause()
    },
    async stop() {
      isStopping = true
      if (recorder.state === 'inactive') return
      recorder.stop()
      await Promise.race([
        stopped.promise,
        new Promise((resolve) => setTimeout(resolve, stopWithinMs)),
      ])
    },
  }
}

/** Samples of most of a second, so that looking once a second misses no word. */
const meterSamples = 32_768

/** A node that passes sound on, with its level from 0 (-60 dB or less) to 1. */
function createMeter(context: AudioContext) {
  const node = context.createAnalyser()
  node.fftSize = meterSamples
  const samples = new Float32Array(meterSamples)
  return {
    node,
    getLevel() {
      node.getFloatTimeDomainData(samples)
      let peak = 0
      for (const it of samples) peak = Math.max(peak, Math.abs(it))
      return peak > 0 ? Math.min(1, Math.max(0, 1 + Math.log10(peak) / 3)) : 0
    },
  }
}
