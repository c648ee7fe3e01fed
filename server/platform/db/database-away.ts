/**
 * SQLSTATE classes of PostgreSQL (appendix A): 08 connection failure, 53 out of disk, memory or connections, 57P it is
 * being stopped or started.
 */
const states = /^(?:08|53|57P)/
/** What pg says without a code. */
const sayings =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when the database cannot be reached or has no room, which passes: not a fault of the program. */
export function isDatabaseAway(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException & { severity?: string }
  if (sayings.test(message)) return true
  if (code === undefined) return false
  if ('severity' in error) return states.test(code)
  return syscall === 'connect' || code === 'EPIPE' || code === 'ECONNRESET'
}
