/** Several workers at once, each on threads of its own. */
export function createWorkerPool<Work, Result>(
  newWorker: () => (work: Work) => Promise<Result>,
  count: number,
) {
  const free = Array.from({ length: count }, () => newWorker())
  const running = new Set<Promise<void>>()
  return {
    /** Returns once the work has begun, so that whoever brings more is held back while all are busy. */
    async start(given: Work, take: (result: Result) => void) {
      while (free.length === 0) await Promise.race(running)
      const worker = free.pop()!
      const work = worker(given)
        .then(take)
        .finally(() => {
          free.push(worker)
          running.delete(work)
        })
      running.add(work)
    },
    end: () => Promise.all(running),
  }
}
