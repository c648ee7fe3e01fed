type Usage = { user: number; system: number }
type Clock = { threadCpuUsage(before?: Usage): Usage }

// Also imported by web and contract tests, whose types do not include Node.
const { process: thread } = globalThis as unknown as { process: Clock }

/** CPU milliseconds of this thread, independent of other load. */
export function measureWork(run: () => void) {
  const before = thread.threadCpuUsage()
  run()
  return millisecondsSince(before)
}

/** CPU milliseconds of this thread until the promise resolves. */
export async function measureAsyncWork(run: () => Promise<unknown>) {
  const before = thread.threadCpuUsage()
  await run()
  return millisecondsSince(before)
}

function millisecondsSince(before: Usage) {
  const { user, system } = thread.threadCpuUsage(before)
  return (user + system) / 1000
}
