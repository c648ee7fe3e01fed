import { createRequire } from 'node:module'
import { sampleRate } from './pcm.ts'

type Vad = {
  acceptWaveform(samples: Float32Array): void
  isEmpty(): boolean
  isDetected(): boolean
  front(isShared: boolean): { start: number; samples: Float32Array }
  pop(): void
  flush(): void
}
type Sherpa = { Vad: new (config: object, bufferSeconds: number) => Vad }

/** Speech without a pause. Seconds. */
export type Piece = { start: number; end: number }

const windowSize = 512

/** Detects speech and splits it at every pause of 60 ms, so that nearly every piece has a single speaker. */
export function createSpeechDetector(model: string) {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  const vad = new sherpa.Vad(
    {
      sileroVad: {
        model,
        windowSize,
        threshold: 0.5,
        minSpeechDuration: 0.1,
        minSilenceDuration: 0.06,
        maxSpeechDuration: 20,
      },
      sampleRate,
      numThreads: 1,
      debug: false,
    },
    60,
  )
  let window = new Float32Array(windowSize)
  let filled = 0

  function found() {
    const pieces: Piece[] = []
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples } = vad.front(false)
      pieces.push({ start: start / sampleRate, end: (start + samples.length) / sampleRate })
    }
    return pieces
  }

  return {
    push(samples: Int16Array) {
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
