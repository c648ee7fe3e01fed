import { createRequire } from 'node:module'
import { recentAudio, sampleRate } from './pcm.ts'

type Vad = {
  acceptWaveform(samples: Float32Array): void
  isEmpty(): boolean
  isDetected(): boolean
  front(isShared: boolean): { start: number; samples: Float32Array }
  pop(): void
  flush(): void
}

/** Speech without a pause. Seconds. */
export type Piece = { start: number; end: number }

const windowSize = 512
/** The longest piece. */
const maxSpeech = 20
/** After so long without speech, as in music, the model notices speech too late. */
const longPause = 5
/** How much of it is searched again for the beginning. */
const searchedAgain = 1.5
/** More than both and what is pushed at once. */
const bufferSeconds = 30

type Sherpa = { Vad: new (config: object, bufferSeconds: number) => Vad }

function createVad(model: string) {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  return new sherpa.Vad(
    {
      sileroVad: {
        model,
        windowSize,
        threshold: 0.5,
        minSpeechDuration: 0.1,
        minSilenceDuration: 0.06,
        maxSpeechDuration: maxSpeech,
      },
      sampleRate,
      numThreads: 1,
      debug: false,
    },
    60,
  )
}

/** Detects speech and splits it at every pause of 60 ms, so that nearly every piece has a single speaker. */
export function createSpeechDetector(model: string) {
  const vad = createVad(model)
  const recent = recentAudio(bufferSeconds)
  let window = new Float32Array(windowSize)
  let filled = 0
  let lastEnd = 0

  function found() {
    const pieces = detected(vad).map((piece) =>
      piece.start - lastEnd < longPause ? piece : beginSooner(piece),
    )
    lastEnd = pieces.at(-1)?.end ?? lastEnd
    return pieces
  }

  /** A fresh model, which has not heard what came before, finds the beginning. */
  function beginSooner(piece: Piece): Piece {
    const { start: from, samples } = recent.cut(piece.start - searchedAgain, piece.end)
    const fresh = createVad(model)
    for (let at = 0; at + windowSize <= samples.length; at += windowSize)
      fresh.acceptWaveform(asFloats(samples.subarray(at, at + windowSize)))
    fresh.flush()
    const begun = detected(fresh).find(({ end }) => from + end > piece.start)
    return { ...piece, start: Math.min(piece.start, from + (begun?.start ?? Infinity)) }
  }

  return {
    push(samples: Int16Array) {
      recent.push(samples)
      const pieces: Piece[] = []
      for (const sample of samples) {
        window[filled++] = sample / 32_768
        if (filled < windowSize) continue
        vad.acceptWaveform(window)
        window = new Float32Array(windowSize)
        filled = 0
        if (!vad.isEmpty()) pieces.push(...found())
      }
      return pieces
    },
    /** Whether the pushed audio ends within speech. */
    isSpeaking: () => vad.isDetected(),
    end() {
      vad.flush()
      return found()
    },
  }
}

function detected(vad: Vad) {
  const pieces: Piece[] = []
  for (; !vad.isEmpty(); vad.pop()) {
    const { start, samples } = vad.front(false)
    pieces.push({ start: start / sampleRate, end: (start + samples.length) / sampleRate })
  }
  return pieces
}

const asFloats = (samples: Int16Array) => Float32Array.from(samples, (it) => it / 32_768)

/** Pieces that are recognized together, because words need context. */
export type Stretch = Piece & { pieces: Piece[] }

/** Longest pause within a stretch. Seconds. */
const maxPause = 1
/** The engines lose or repeat sentences in longer stretches. Seconds. */
const maxStretch = 18

/** Joins pieces into stretches and returns complete ones. A long stretch is split at the widest pause of its second half. */
export function createJoiner() {
  let open: Piece[] = []
  const close = (from = open.length) => {
    const done = open.slice(0, from)
    open = open.slice(from)
    return done.length ? [toStretch(done)] : []
  }
  return {
    add(piece: Piece) {
      const last = open.at(-1)
      const done = last && piece.start - last.end > maxPause ? close() : []
      open.push(piece)
      while (open.length > 1 && toStretch(open).end - open[0]!.start >= maxStretch)
        done.push(...close(widestPause(open)))
      return done
    },
    /** `now`: the time up to which speech was searched, without speech at the end. */
    endBefore(now: number) {
      const last = open.at(-1)
      return last && now - last.end > maxPause ? close() : []
    },
    end: () => close(),
  }
}

/** The index of the piece after the pause, or of the last piece. */
function widestPause(pieces: Piece[]) {
  const middle = pieces[0]!.start + maxStretch / 2
  let best = pieces.length - 1
  const pauseBefore = (at: number) => pieces[at]!.start - pieces[at - 1]!.end
  for (let at = best; at > 0 && pieces[at]!.start >= middle; at--)
    if (pauseBefore(at) > pauseBefore(best)) best = at
  return best
}

const toStretch = (pieces: Piece[]): Stretch => ({
  start: pieces[0]!.start,
  end: pieces.at(-1)!.end,
  pieces,
})

export function joinShortPauses(pieces: readonly Piece[], pause: number) {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && piece.start - last.end < pause) last.end = piece.end
    else joined.push({ ...piece })
  }
  return joined
}
