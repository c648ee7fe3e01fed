import type { Config } from '../config/config.ts'

type Settings = Pick<Config, 'host' | 'port' | 'dataDir' | 'databaseUrl'>
type SystemError = Error & {
  code?: string
  syscall?: string
  path?: string
  dest?: string
  address?: string
}

/** Explains in a sentence why the program cannot start or continue, and what to do. Never contains a password. */
export function describeStartupError(error: unknown, settings?: Settings): string {
  const cause = (error instanceof AggregateError ? error.errors[0] : error) as SystemError
  if (!(cause instanceof Error)) return String(error)
  const { code = '', syscall } = cause
  if (syscall === 'listen' && settings) return listenComplaint(code, settings) ?? cause.message
  // Node reports ENOENT for a recursive mkdir on a read-only disk.
  if (syscall === 'mkdir' && code === 'ENOENT')
    return `${cause.path} ${fileRefusals['EROFS']}, or set DATA_DIR to another folder.`
  if (settings?.databaseUrl) {
    const complaint = databaseComplaint(cause, settings.databaseUrl)
    if (complaint) return complaint
  }
  return fileComplaint(cause, settings) ?? cause.message
}

function listenComplaint(code: string, { host, port }: Settings) {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken, perhaps by this product already running. Stop the other program, or choose another port: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `This user is not allowed to open port ${port}. Choose one above 1023: PORT=3000 npm start`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}. Set HOST to 127.0.0.1 for this machine alone, or to 0.0.0.0 for every network.`
  return undefined
}

const refusals: Record<string, string> = {
  '28P01': 'it refused the user name or password',
  '28000': 'it refused the user',
  '3D000': 'it has no database of that name',
  '53300': 'it has too many connections open',
  '57P03': 'it is starting or stopping',
  ECONNREFUSED: 'nothing answers there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'there is no machine of that name',
  EAI_AGAIN: 'the name of the machine cannot be looked up',
  ETIMEDOUT: 'it does not answer in time',
  EHOSTUNREACH: 'there is no way to that machine',
  ECONNRESET: 'it closed the connection',
  ERR_INVALID_URL: 'the address is not a valid one',
}

function databaseComplaint({ code = '', message }: SystemError, databaseUrl: string) {
  const why = refusals[code] ?? (/timeout|terminated/.test(message) ? message : undefined)
  return (
    why &&
    `The database of DATABASE_URL (${hostAndDatabase(databaseUrl)}) cannot be used: ${why}. Check the address and that PostgreSQL runs; without DATABASE_URL an embedded database is used.`
  )
}

/** Host and database of a connection string, without user name and password. */
function hostAndDatabase(databaseUrl: string) {
  try {
    const { host, pathname, searchParams } = new URL(databaseUrl)
    return `${host || searchParams.get('host') || 'local'}${pathname}`
  } catch {
    return 'not a valid address'
  }
}

function fileComplaint(
  { code = '', path: from, dest: file = from, message }: SystemError,
  settings?: Settings,
) {
  const where = file ?? settings?.dataDir ?? 'the data folder'
  if (code === 'ENOSPC' || /No space left on device/.test(message))
    return `The disk is full (${where}). Free some space, or set DATA_DIR to a folder on another disk.`
  const why = fileRefusals[code]
  return why && `${where} ${why}, or set DATA_DIR to another folder.`
}

const notAllowed = 'may not be read or written by this user. Change its owner or mode'
const inTheWay = 'cannot be a folder, because a file of that name is in the way. Move it'
const fileRefusals: Record<string, string> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: 'is on a disk that can only be read. Mount it for writing',
  EEXIST: inTheWay,
  ENOTDIR: inTheWay,
}
