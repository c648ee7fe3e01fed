import { type TimeRange, splitAtPauses } from '../../audio/split-at-pauses.ts'
import { createLoudnessMeter } from '../../audio/loudness.ts'
import type { WorkerTasks } from '../messages.ts'
import { modelPaths } from '../model-sources.ts'
import { decode, recentAudio, sampleRate } from './pcm.ts'
import { type Diarization, createDiarizer } from '../speakers/diarizer.ts'
import { loadSpeakerModel } from '../speakers/xvector.ts'
import { type Piece, createSpeechDetector } from './speech-detector.ts'
import { type DeclaredDuration, getDeclaredDuration } from './declared-duration.ts'

/** What is heard in a recording without understanding a word. */
export type AudioAnalysis = Diarization & {
  /** Seconds that were decoded. */
  duration: number
  /** Highest amplitude. */
  peak: number
  stated: DeclaredDuration | undefined
  /** The recording, cut at pauses. */
  stretches: TimeRange[]
}

/** A stretch of speech is cut out right behind its end. Seconds. */
const keptSeconds = 60

/**
 * Listens to a recording as a whole: how long it is, where it can be cut into stretches of `atMost` seconds, and with
 * `hasVoices` who speaks when. Memory does not grow with the recording but by who speaks. Throws Rejected or Unavailable.
 */
export async function analyzeRecording(
  { path, modelsDir, voices, hasVoices, atMost }: WorkerTasks['listen']['job'],
  onProgress: (progress: number) => void,
): Promise<AudioAnalysis> {
  const stated = await getDeclaredDuration(path)
  const loudness = createLoudnessMeter(sampleRate)
  const who = hasVoices ? voicesIn(modelsDir) : undefined
  for await (const samples of decode(path)) {
    loudness.push(samples)
    who?.push(samples)
    const { duration } = loudness.heard()
    if (stated) onProgress(Math.min(1, duration / stated.duration))
  }
  const { track, peak, duration } = loudness.heard()
  const { turns, isUncertain } = who?.finish(voices) ?? { turns: [], isUncertain: false }
  const stretches = splitAtPauses(track, duration, atMost)
  return { duration, peak, stated, stretches, turns, isUncertain }
}

function voicesIn(modelsDir: string) {
  const models = modelPaths(modelsDir)
  const speakers = createDiarizer(loadSpeakerModel(models.speakers))
  const finder = createSpeechDetector(models.vad)
  const audio = recentAudio(keptSeconds)
  const hear = (pieces: Piece[]) => {
    for (const { start, end } of pieces) speakers.add(start, audio.cut(start, end).samples)
  }
  return {
    push(samples: Int16Array) {
      audio.push(samples)
      hear(finder.push(samples))
    },
    finish(voices: number | undefined) {
      hear(finder.end())
      return speakers.finish(voices)
    },
  }
}
