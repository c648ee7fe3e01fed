/** Milliseconds of work by this thread alone, however busy the machine is. */
export function workOf(run: () => void) {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
