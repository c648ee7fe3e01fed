import { bytesBody, type RequestBody } from '../../../platform/outbound/request-body.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import { findWarnings } from '../local/sound/warnings.ts'
import type { TimeRange } from '../audio/split-at-pauses.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import { toWav } from '../audio/wav.ts'
import type { TranscribeOptions, Transcript } from '../transcriber.ts'
import { segmentsOf } from './segments.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from './analyze-audio.ts'
import { throttleProgress } from './throttle-progress.ts'
import { utterancesOf } from './utterances.ts'
import { placeInRecording, type Spoken } from './spoken.ts'
import { mergeSpeakerLabels, assignSpeakers, type SpokenBy } from './speakers.ts'

export type Sound = { payload: RequestBody; fileName: string; seconds: number }
export type ChunkOptions = Pick<TranscribeOptions, 'sessionId' | 'signal' | 'language' | 'terms'>

/** A service that is sent sound and answers what was said in it. */
export type Service = {
  label: string
  engine: string
  /** Ogg Opus is an eighth of WAV, which everybody reads. */
  sends: 'ogg' | 'wav'
  /**
   * What it tells: `names` of speakers with their times, `times` of words or sentences, or `text` alone, which it then is
   * asked for by each speech. ChunkOptions with a short one to find out.
   */
  tells:
    | 'names'
    | 'times'
    | 'text'
    | ((sound: Sound, asked: ChunkOptions) => Promise<'times' | 'text'>)
  hear(sound: Sound, asked: ChunkOptions): Promise<Spoken[]>
  hearText(sound: Sound, asked: ChunkOptions): Promise<string>
}

/** Memory holds so many. */
const piecesAtOnce = 3

/**
 * Transcribes a recording with a service that takes so much at a time: cut at pauses, heard piece by piece, and put
 * together under the voices that are told apart here, or under the service's own names, which are carried from piece to
 * piece by those voices. What is silent does not leave. Throws Rejected or Unavailable.
 */
export async function transcribeInChunks(
  path: string,
  options: TranscribeOptions,
  { service, ...listening }: AudioOptions & { service: Service },
): Promise<Transcript> {
  const { sessionId, language, terms } = options
  const tell = throttleProgress(options.onProgress)
  // One piece that fails ends the others.
  const failing = new AbortController()
  const signal = AbortSignal.any([options.signal, failing.signal])
  const asked: ChunkOptions = { sessionId, signal, language, terms }
  const { tells: told } = service
  const whose = told === 'names' ? 'when-cut' : 'always'
  const heard = await analyzeAudio(
    path,
    { ...options, onProgress: tell },
    { ...listening, voicesNeeded: whose },
  )
  const { stretches, turns, duration } = heard
  if (heard.isSilent) return transcriptOf([])

  const waiting = `Waiting for ${service.label}`
  let done = 0
  const note = (seconds: number) => {
    done += seconds
    tell(
      progressAfterAnalysis + (1 - progressAfterAnalysis) * Math.min(1, done / duration) * 0.99,
      waiting,
    )
  }
  note(0)
  const inTurn = limitConcurrency({ maxConcurrent: piecesAtOnce, maxQueued: 1000, busyMessage: '' })
  const tells = await knownOf()
  const pieces = await Promise.all(
    stretches.map((stretch) =>
      inTurn(() => (tells === 'text' ? bySpeeches(stretch) : wholly(stretch)), signal).catch(
        (error: unknown) => {
          failing.abort(error)
          throw error
        },
      ),
    ),
  )
  return transcriptOf(
    tells === 'names' ? mergeSpeakerLabels(pieces, turns) : assignSpeakers(pieces.flat(), turns),
  )

  async function wholly(stretch: TimeRange) {
    const format = service.sends === 'ogg' ? 'ogg' : 'pcm'
    const bytes = await extractAudio(path, stretch, format, signal)
    const seconds = stretch.end - stretch.start
    const sound: Sound =
      service.sends === 'ogg'
        ? { payload: bytesBody(bytes, 'audio/ogg'), fileName: 'sound.ogg', seconds }
        : wavSound(bytes, { start: 0, end: seconds })
    const spoken = await service.hear(sound, asked)
    note(seconds)
    return placeInRecording(spoken, stretch)
  }

  /** What each one says is sent by itself, so that times and speakers are known whatever the answer. */
  async function bySpeeches(stretch: TimeRange) {
    const samples = await extractAudio(path, stretch, 'pcm', signal)
    const spoken: Spoken[] = []
    for (const { start, end } of utterancesOf(turns, stretch)) {
      const within = { start: start - stretch.start, end: end - stretch.start }
      const text = await service.hearText(wavSound(samples, within), asked)
      note(end - start)
      spoken.push({ ...within, text, isWord: false, conf: null })
    }
    return placeInRecording(spoken, stretch)
  }

  async function knownOf() {
    if (typeof told === 'string') return told
    const [first] = utterancesOf(turns, { start: 0, end: duration })
    if (!first) return 'times'
    const samples = await extractAudio(path, first, 'pcm', signal)
    return told(wavSound(samples, { start: 0, end: first.end - first.start }), asked)
  }

  function transcriptOf(said: SpokenBy[]): Transcript {
    const segments = segmentsOf(said)
    const words = segments.map(({ start, end, text }) => ({ start, end, word: text, conf: 1 }))
    const { peak, stated } = heard
    return {
      ...{
        engine: service.engine,
        language: language ?? 'und',
        duration: Math.round(duration * 100) / 100,
        segments,
      },
      warnings: findWarnings({
        words,
        peak,
        duration,
        stated,
        areVoicesUncertain: heard.isUncertain,
      }),
    }
  }
}

const wavSound = (samples: Buffer, within: TimeRange): Sound => ({
  payload: bytesBody(toWav(samples, within), 'audio/wav'),
  fileName: 'sound.wav',
  seconds: within.end - within.start,
})
