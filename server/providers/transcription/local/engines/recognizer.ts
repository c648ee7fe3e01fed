import { alignWords } from '../words/align-words.ts'
import type { modelPaths } from '../model-sources.ts'
import { loadMoonshine } from './moonshine.ts'
import type { recentAudio } from '../sound/pcm.ts'
import { joinShortPauses, type Piece, type Stretch } from '../sound/speech-detector.ts'
import { loadVosk, type RecognizedWord, type Vosk } from './vosk.ts'

/** Times are those of the recording. `secondOpinion`: the words of the second engine. */
export type RecognizedSpeech = { words: RecognizedWord[]; secondOpinion: RecognizedWord[] }
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
      const parts = joinShortPauses(stretch.pieces, maxVoskPause).map(cut)
      const [text, words] = await Promise.all([
        moonshine(sound.samples),
        vosk ? runVosk(vosk, parts) : null,
      ])
      return { words: alignWords(text, words, stretch.pieces), secondOpinion: words ?? [] }
    }
  }
}

async function runVosk(vosk: Vosk, parts: { start: number; samples: Int16Array }[]) {
  const words: RecognizedWord[] = []
  for (const { start: from, samples } of parts)
    for (const { start, end, ...word } of await vosk.recognize(samples))
      words.push({ ...word, start: from + start, end: from + end })
  return words
}
