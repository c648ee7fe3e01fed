type Usage = { user: number; system: number }
type Clock = { threadCpuUsage(before?: Usage): Usage }

// Tests of the web and the contract ask as well, and their types know nothing of Node.
const { process: thread } = globalThis as unknown as { process: Clock }

/** Milliseconds of work by this thread alone, however busy the machine is. */
export function workOf(run: () => void) {
  const before = thread.threadCpuUsage()
  run()
  return millisecondsSince(before)
}

/** The same until it is done, as far as this thread does it. */
export async function workUntil(run: () => Promise<unknown>) {
  const before = thread.threadCpuUsage()
  await run()
  return millisecondsSince(before)
}

function millisecondsSince(before: Usage) {
  const { user, system } = thread.threadCpuUsage(before)
  return (user + system) / 1000
}
