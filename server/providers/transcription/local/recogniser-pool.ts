import type { RecognisedWord, Recogniser } from './vosk.ts'

/** Several recognisers at work at once, each on a thread of its own. */
export function recogniserPool(newRecogniser: () => Recogniser, threads: number) {
  const free = Array.from({ length: threads }, () => newRecogniser())
  const running = new Set<Promise<void>>()
  return {
    /** Returns once the work has begun, so that whoever brings more is held back while all are busy. */
    async start(samples: Int16Array, take: (words: RecognisedWord[]) => void) {
      while (free.length === 0) await Promise.race(running)
      const recogniser = free.pop()!
      const work = recogniser
        .recognise(samples)
        .then(take)
        .finally(() => {
          free.push(recogniser)
          running.delete(work)
        })
      running.add(work)
    },
    end: () => Promise.all(running),
  }
}
