import { alignWords } from '../words/align-words.ts'
import type { modelPaths } from '../model-sources.ts'
import { loadMoonshine } from './moonshine.ts'
import type { recentAudio } from '../sound/pcm.ts'
import { joinShortPauses, type Piece, type Stretch } from '../sound/speech-detector.ts'
import { loadVosk, type RecognizedWord, type Vosk } from './vosk.ts'

/** Words of a stretch with their times in the recording, and what the second engine made of it with its own confidence. */
export type RecognizedSpeech = { words: RecognizedWord[]; secondOpinion: RecognizedWord[] }
/** Recognises one stretch of speech; one at a time. */
export type Recognizer = (stretch: Stretch) => Promise<RecognizedSpeech>

/** Seconds of audio around what is recognised, and of silence behind it: words at the edges come out better. */
const margin = 0.15
const silenceBehind = 0.3
/** Vosk mixes up what is said before and after a longer pause. */
const voskPause = 0.3

/**
 * What makes recognisers: Moonshine for the words, and Vosk beside it for their times and as a second opinion, where there
 * is one for this machine. Each keeps a thread busy; several share the models.
 */
export function createRecognizers(
  models: ReturnType<typeof modelPaths>,
  audio: ReturnType<typeof recentAudio>,
  hasVosk: boolean,
) {
  const cut = ({ start, end }: Piece) => audio.cut(start - margin, end + margin, silenceBehind)
  const moonshine = loadMoonshine(models.moonshine)
  const newVosk = hasVosk ? loadVosk(models.vosk, models.english) : undefined
  return function recogniser(): Recognizer {
    const vosk = newVosk?.()
    return async (stretch) => {
      // Cut before anything is waited for: the audio goes on.
      const sound = cut(stretch)
      const parts = joinShortPauses(stretch.pieces, voskPause).map(cut)
      const [text, heard] = await Promise.all([
        moonshine(sound.samples),
        vosk ? hearWith(vosk, parts) : null,
      ])
      return { words: alignWords(text, heard, stretch.pieces), secondOpinion: heard ?? [] }
    }
  }
}

async function hearWith(vosk: Vosk, parts: { start: number; samples: Int16Array }[]) {
  const words: RecognizedWord[] = []
  for (const { start: from, samples } of parts)
    for (const { start, end, ...word } of await vosk.recognise(samples))
      words.push({ ...word, start: from + start, end: from + end })
  return words
}
