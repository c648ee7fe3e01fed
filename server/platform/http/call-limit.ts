import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { clientNetwork } from './client-address.ts'

type Call = { endpoint: string; address: string }

/**
 * Counts a call of a network over all processes, in one statement: as many at once as `perMinute`, refilled evenly. The
 * row says when all are available again; a refused call changes nothing. Throws too-many-requests.
 */
export async function countCall(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { endpoint, address }: Call,
  perMinute: number,
) {
  const key = keys.sign('attempts', 'call', endpoint, clientNetwork(address)).toString('base64url')
  const each = sql`${60 / perMinute} * interval '1 second'`
  const { rows } = await sql`
    insert into rate_limit (key_hash, full_at) values (${key}, clock_timestamp() + ${each})
    on conflict (key_hash) do update
      set full_at = greatest(rate_limit.full_at, clock_timestamp()) + ${each}
      where rate_limit.full_at + ${each} <= clock_timestamp() + interval '1 minute'
    returning key_hash`.execute(db)
  if (!rows.length)
    throw new AppError(
      'too-many-requests',
      'Too many attempts. Please wait a minute and try again.',
    )
}
