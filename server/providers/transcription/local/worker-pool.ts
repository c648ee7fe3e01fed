export function createWorkerPool<Work, Result>(
  newWorker: () => (work: Work) => Promise<Result>,
  count: number,
) {
  const free = Array.from({ length: count }, () => newWorker())
  const running = new Set<Promise<void>>()
  return {
    /** Resolves when a worker has started the job (back pressure). */
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
