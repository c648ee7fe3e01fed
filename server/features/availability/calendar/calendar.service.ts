import type { z } from 'zod'
import type { connectCalendar } from '#contract/availability/availability.ts'
import type { Deps } from '../../../deps.ts'
import { lockCoach } from '../../../platform/access.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import { requirePublicUrl } from '../../integrations/checks/require-public-address.ts'
import { readAvailability } from '../availability.service.ts'
import { deleteCalendar, findCalendar, saveCalendar, saveChoices } from './calendar.queries.ts'

type Needs = Pick<Deps, 'db' | 'installation' | 'queue' | 'keys' | 'config'>

/** Also changes what counts. Throws invalid for an address that may not be called, unprocessable without one. */
export async function addCalendar(
  deps: Needs,
  actor: Actor,
  coachId: string,
  { address, ...choices }: z.output<typeof connectCalendar.body>,
) {
  const { db, keys, queue } = deps
  if (address !== undefined) await requireCallable(deps, address)
  return inTransaction(db, async (tx) => {
    await lockCoach(tx, actor, coachId)
    if (address !== undefined)
      await saveCalendar(tx, {
        ...{ id: coachId, address: keys.encrypt('calendar-address', coachId, address) },
        ...{ host: new URL(address).host, ...choices },
      })
    else if (await findCalendar(tx, coachId)) await saveChoices(tx, coachId, choices)
    else
      throw new AppError('unprocessable', 'Address is required', { address: 'Address is required' })
    await queue.add(tx, 'read-calendar', { id: coachId })
    await audit(tx, actor, { action: 'calendar-connected', table: 'coach', rowId: coachId })
    return readAvailability(tx, deps, coachId)
  })
}

async function requireCallable({ config }: Needs, address: string) {
  const { host, protocol, port } = new URL(address)
  if (config.allowedLocalHosts.includes(host)) return
  if (protocol !== 'https:' || port !== '') {
    const error = 'Address must begin with https:// or webcal://, without a port'
    throw new AppError('invalid', `${error}.`, { address: error })
  }
  await requirePublicUrl('address', 'Address', address)
}

export const removeCalendar = (deps: Needs, actor: Actor, coachId: string) =>
  inTransaction(deps.db, async (tx) => {
    await lockCoach(tx, actor, coachId)
    await deps.queue.cancel(tx, 'read-calendar', { id: coachId })
    await deleteCalendar(tx, coachId)
    await audit(tx, actor, { action: 'calendar-disconnected', table: 'coach', rowId: coachId })
    return readAvailability(tx, deps, coachId)
  })
