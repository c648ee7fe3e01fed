import { alignWords } from '../words/align-words.ts'
import { groupByLanguage, soundsLikeOtherLanguage } from '../words/other-language.ts'
import type { modelPaths } from '../model-sources.ts'
import { loadMoonshine } from './moonshine.ts'
import { type recentAudio, sampleRate } from '../sound/pcm.ts'
import { joinShortPauses, type Piece, type Stretch } from '../sound/speech-detector.ts'
import { loadVosk, type RecognizedWord, type Vosk } from './vosk.ts'

/** Times are those of the recording. */
export type RecognizedSpeech = {
  words: RecognizedWord[]
  /** Speech in another language, of which there are no `words`. */
  others: Piece[]
  /** The words if all of it were English. */
  asEnglish: RecognizedWord[]
  /** The words of the second engine. */
  secondOpinion: RecognizedWord[]
}
/** Handles one stretch at a time. */
export type Recognizer = (stretch: Stretch) => Promise<RecognizedSpeech>

/** Added on both sides, because engines misrecognize words at the edges. */
const marginSeconds = 0.15
const silenceSeconds = 0.3
/** Vosk misrecognizes words around longer pauses. */
const maxVoskPause = 0.3

/** Moonshine recognizes the words, Vosk their times and a second opinion. Recognizers share the models. */
export function createRecognizers(
  models: ReturnType<typeof modelPaths>,
  audio: ReturnType<typeof recentAudio>,
  hasVosk: boolean,
) {
  const cut = ({ start, end }: Piece) =>
    audio.cut(start - marginSeconds, end + marginSeconds, silenceSeconds)
  const moonshine = loadMoonshine(models.moonshine)
  const newVosk = hasVosk ? loadVosk(models.vosk, models.english) : undefined
  return function newRecognizer(): Recognizer {
    const vosk = newVosk?.()
    return async (stretch) => {
      // Must precede any await, because the ring buffer is overwritten.
      const sound = cut(stretch)
      const parts = joinShortPauses(stretch.pieces, maxVoskPause).map(
        (it) => [it, cut(it)] as const,
      )
      const [text, heard] = await Promise.all([
        moonshine(sound.samples),
        vosk ? runVosk(vosk, parts) : null,
      ])
      const secondOpinion = heard?.flatMap(({ words }) => words) ?? []
      const asEnglish = alignWords(text, heard && secondOpinion, stretch.pieces)
      const groups = heard ? groupByLanguage(text, heard) : []
      if (!groups.some(({ isDoubtful }) => isDoubtful))
        return { words: asEnglish, others: [], asEnglish, secondOpinion }
      const words: RecognizedWord[] = []
      const others: Piece[] = []
      for (const { parts: own } of groups) {
        const span = { start: own[0]!.start, end: own.at(-1)!.end }
        // Beside another language the engine misrecognizes English, too.
        const alone = groups.length === 1 ? text : await moonshine(cutFrom(sound, span))
        const ownHeard = own.flatMap((part) => part.words)
        if (soundsLikeOtherLanguage(alone, ownHeard)) others.push(span)
        else words.push(...alignWords(alone, ownHeard, own))
      }
      return { words, others, asEnglish, secondOpinion }
    }
  }
}

type Sound = { start: number; samples: Int16Array }

async function runVosk(vosk: Vosk, parts: (readonly [Piece, Sound])[]) {
  const heard: (Piece & { words: RecognizedWord[] })[] = []
  for (const [part, { start: from, samples }] of parts) {
    const words = await vosk.recognize(samples)
    heard.push({
      ...part,
      words: words.map((it) => ({ ...it, start: from + it.start, end: from + it.end })),
    })
  }
  return heard
}

/** The same as from the ring buffer. */
function cutFrom({ start: from, samples }: Sound, { start, end }: Piece) {
  const at = (seconds: number) => Math.max(0, Math.round((seconds - from) * sampleRate))
  const part = samples.subarray(at(start - marginSeconds), at(end + marginSeconds))
  const withSilence = new Int16Array(part.length + silenceSeconds * sampleRate)
  withSilence.set(part)
  return withSilence
}
