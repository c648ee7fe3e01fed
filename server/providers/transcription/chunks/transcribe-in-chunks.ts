import { bytesBody, type RequestBody } from '../../../platform/outbound/request-body.ts'
import { limitConcurrency } from '../../../platform/jobs/limit-concurrency.ts'
import type { TimeRange } from '../audio/split-at-pauses.ts'
import { extractAudio } from '../audio/extract-audio.ts'
import { toWav } from '../audio/wav.ts'
import type { TranscribeOptions, Transcript } from '../transcriber.ts'
import { type AudioOptions, analyzeAudio, progressAfterAnalysis } from './analyze-audio.ts'
import { toTranscript } from './segments.ts'
import { mergeSpeakerLabels, assignSpeakers } from './speakers.ts'
import { placeInRecording, type Spoken } from './spoken.ts'
import type { Turn } from '../local/speakers/diarizer.ts'

export type Sound = { body: RequestBody; fileName: string; seconds: number }
export type ChunkOptions = Pick<TranscribeOptions, 'sessionId' | 'signal' | 'language' | 'terms'>

/** A service that transcribes one audio file per call. */
export type Service = {
  label: string
  engine: string
  /** Ogg Opus is an eighth of the size of WAV, but only WAV is supported by every server. */
  format: 'ogg' | 'wav'
  /**
   * `text`: no times, so each utterance is sent on its own. A function detects it with a short audio file.
   */
  returns:
    | 'speakers'
    | 'times'
    | 'text'
    | ((sound: Sound, options: ChunkOptions) => Promise<'times' | 'text'>)
  transcribe(sound: Sound, options: ChunkOptions): Promise<Spoken[]>
  transcribeText(sound: Sound, options: ChunkOptions): Promise<string>
}

/** Limited by memory. */
const maxConcurrentChunks = 3

/**
 * Splits a recording at pauses, transcribes the chunks with a service and joins them by the locally detected speakers, or by
 * those of the service. Silent recordings are not sent. Throws Rejected or Unavailable.
 */
export async function transcribeInChunks(
  path: string,
  options: TranscribeOptions,
  { service, ...audioOptions }: AudioOptions & { service: Service },
): Promise<Transcript> {
  const { sessionId, language, terms } = options
  let reached = 0
  const onProgress: TranscribeOptions['onProgress'] = (progress, note) =>
    options.onProgress((reached = Math.max(reached, progress)), note)
  // The first failure cancels the other chunks.
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  const chunkOptions: ChunkOptions = { sessionId, signal, language, terms }
  const hasSpeakers = service.returns === 'speakers'
  const audio = await analyzeAudio(
    path,
    { ...options, onProgress },
    { ...audioOptions, voicesNeeded: hasSpeakers ? 'when-cut' : 'always' },
  )
  const { stretches, turns, duration, isUncertain: areVoicesUncertain } = audio
  const about = { engine: service.engine, language, areVoicesUncertain }
  if (audio.isSilent) return toTranscript([], audio, about)

  let doneSeconds = 0
  const addProgress = (seconds: number) => {
    doneSeconds += seconds
    const share = Math.min(1, doneSeconds / duration) * 0.99
    onProgress(
      progressAfterAnalysis + (1 - progressAfterAnalysis) * share,
      `Waiting for ${service.label}`,
    )
  }
  addProgress(0)
  const inTurn = limitConcurrency({
    maxConcurrent: maxConcurrentChunks,
    maxQueued: 1000,
    busyMessage: '',
  })
  const transcribe = (await hasTimes()) ? transcribeChunk : transcribeUtterances
  const chunks = await Promise.all(
    stretches.map((stretch) =>
      inTurn(() => transcribe(stretch), signal).catch((error: unknown) => {
        failed.abort(error)
        throw error
      }),
    ),
  )
  return toTranscript(
    hasSpeakers ? mergeSpeakerLabels(chunks, turns) : assignSpeakers(chunks.flat(), turns),
    audio,
    about,
  )

  async function transcribeChunk(stretch: TimeRange) {
    const seconds = stretch.end - stretch.start
    const isOgg = service.format === 'ogg'
    const bytes = await extractAudio(path, stretch, isOgg ? 'ogg' : 'pcm', signal)
    const sound = isOgg
      ? { body: bytesBody(bytes, 'audio/ogg'), fileName: 'sound.ogg', seconds }
      : toWavSound(bytes, { start: 0, end: seconds })
    const spoken = await service.transcribe(sound, chunkOptions)
    addProgress(seconds)
    return placeInRecording(spoken, stretch)
  }

  async function transcribeUtterances(stretch: TimeRange) {
    const samples = await extractAudio(path, stretch, 'pcm', signal)
    const spoken: Spoken[] = []
    for (const { start, end } of findUtterances(turns, stretch)) {
      const within = { start: start - stretch.start, end: end - stretch.start }
      const text = await service.transcribeText(toWavSound(samples, within), chunkOptions)
      addProgress(end - start)
      spoken.push({ ...within, text, isWord: false, conf: null })
    }
    return placeInRecording(spoken, stretch)
  }

  async function hasTimes() {
    if (typeof service.returns === 'string') return service.returns !== 'text'
    const [first] = findUtterances(turns, { start: 0, end: duration })
    if (!first) return true
    const samples = await extractAudio(path, first, 'pcm', signal)
    const sound = toWavSound(samples, { start: 0, end: first.end - first.start })
    return (await service.returns(sound, chunkOptions)) === 'times'
  }
}

const toWavSound = (samples: Buffer, within: TimeRange): Sound => ({
  body: bytesBody(toWav(samples, within), 'audio/wav'),
  fileName: 'sound.wav',
  seconds: within.end - within.start,
})

const maxPauseSeconds = 0.7
const maxSeconds = 25
/** Added on both sides, because engines misrecognize words at the edges. */
const marginSeconds = 0.1

/** The speech of one speaker without a pause. */
export function findUtterances(turns: readonly Turn[], stretch: TimeRange): TimeRange[] {
  const utterances: Turn[] = []
  for (const turn of turns) {
    if (turn.end <= stretch.start || turn.start >= stretch.end) continue
    const last = utterances.at(-1)
    const isSame =
      last?.speaker === turn.speaker &&
      turn.start - last.end < maxPauseSeconds &&
      turn.end - last.start < maxSeconds
    if (isSame) last.end = turn.end
    else utterances.push({ ...turn })
  }
  return utterances.map(({ start, end }, index) => ({
    start: Math.max(stretch.start, utterances[index - 1]?.end ?? 0, start - marginSeconds),
    end: Math.min(stretch.end, utterances[index + 1]?.start ?? Infinity, end + marginSeconds),
  }))
}
