import pg from 'pg'

/**
 * SQLSTATE classes of PostgreSQL (appendix A): 08 connection failure, 53 out of disk, memory or connections, 57P starting or
 * stopping.
 */
const unavailableStates = /^(?:08|53|57P)/
/** Messages of pg that have no code. */
const connectionMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** True when the database is unreachable or out of resources, which is temporary. */
export function isDatabaseUnavailable(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException & { severity?: string }
  if (connectionMessages.test(message)) return true
  if (code === undefined) return false
  if ('severity' in error) return unavailableStates.test(code)
  return syscall === 'connect' || code === 'EPIPE' || code === 'ECONNRESET'
}

export const violatesConstraint = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.constraint === constraint
