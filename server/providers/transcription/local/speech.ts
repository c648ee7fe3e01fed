import { createRequire } from 'node:module'
import { sampleRate } from './pcm.ts'

type Vad = {
  acceptWaveform(samples: Float32Array): void
  isEmpty(): boolean
  front(isShared: boolean): { start: number; samples: Float32Array }
  pop(): void
  flush(): void
}
type Sherpa = { Vad: new (config: object, bufferSeconds: number) => Vad }

/** A piece of speech, in seconds. */
export type Piece = { start: number; end: number }

const windowSize = 512

/** Finds speech in 16 kHz audio as it comes, cut at every pause of 60 ms: such a piece is nearly always of one voice. */
export function speechFinder(model: string) {
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
    /** What is still open at the end of the recording. */
    end() {
      vad.flush()
      return found()
    },
  }
}

/** Pieces less than this apart are recognised together, up to `maxJoined`: words need their context. Seconds. */
const joinGap = 0.3
const maxJoined = 18
/** After this much silence nothing more is joined. */
const settledGap = 1

/** Joins pieces that follow closely. Each call answers those joins that are complete. */
export function joiner() {
  let open: Piece | undefined
  const close = (next?: Piece) => {
    const done = open ? [open] : []
    open = next
    return done
  }
  return {
    add(piece: Piece) {
      if (!open || piece.start - open.end >= joinGap || piece.end - open.start >= maxJoined)
        return close({ ...piece })
      open.end = piece.end
      return []
    },
    /** `now`: seconds that have been searched for speech. */
    endBefore: (now: number) => (open && now - open.end > settledGap ? close() : []),
    end: () => close(),
  }
}
