import { type TimeRange, splitAtPauses } from '../../audio/split-at-pauses.ts'
import { createLoudnessMeter } from '../../audio/loudness.ts'
import type { WorkerTasks } from '../messages.ts'
import { modelPaths } from '../model-sources.ts'
import { decode, recentAudio, sampleRate } from './pcm.ts'
import { type Diarization, createDiarizer } from '../speakers/diarizer.ts'
import { loadSpeakerModel } from '../speakers/xvector.ts'
import { type Piece, createSpeechDetector } from './speech-detector.ts'
import { type DeclaredDuration, getDeclaredDuration } from './declared-duration.ts'

/** Everything that is known about a recording before transcription. */
export type AudioAnalysis = Diarization & {
  /** Seconds that could be decoded. */
  duration: number
  /** The highest amplitude. */
  peak: number
  stated: DeclaredDuration | undefined
  /** Consecutive ranges of the recording, split at pauses. */
  stretches: TimeRange[]
}

/** Speech is copied from the buffer as soon as it ends. */
const bufferSeconds = 60

/**
 * Decodes a recording and splits it at pauses into ranges of at most `atMost` seconds; with `hasVoices` also detects who
 * speaks when. Throws Rejected or Unavailable.
 */
export async function analyzeRecording(
  { path, modelsDir, speakers, hasVoices, atMost }: WorkerTasks['listen']['job'],
  onProgress: (progress: number) => void,
): Promise<AudioAnalysis> {
  const stated = await getDeclaredDuration(path)
  const loudness = createLoudnessMeter(sampleRate)
  const diarizer = hasVoices ? createVoiceAnalyzer(modelsDir) : undefined
  for await (const samples of decode(path)) {
    loudness.push(samples)
    diarizer?.push(samples)
    const { duration } = loudness.heard()
    if (stated) onProgress(Math.min(1, duration / stated.duration))
  }
  const { track, peak, duration } = loudness.heard()
  const { turns, isUncertain } = diarizer?.finish(speakers) ?? { turns: [], isUncertain: false }
  const stretches = splitAtPauses(track, duration, atMost)
  return { duration, peak, stated, stretches, turns, isUncertain }
}

function createVoiceAnalyzer(modelsDir: string) {
  const models = modelPaths(modelsDir)
  const diarizer = createDiarizer(loadSpeakerModel(models.speakers))
  const detector = createSpeechDetector(models.vad)
  const audio = recentAudio(bufferSeconds)
  const analyze = (pieces: Piece[]) => {
    for (const { start, end } of pieces) diarizer.add(start, audio.cut(start, end).samples)
  }
  return {
    push(samples: Int16Array) {
      audio.push(samples)
      analyze(detector.push(samples))
    },
    finish(count: number | undefined) {
      analyze(detector.end())
      return diarizer.finish(count)
    },
  }
}
