import { audit } from '../../audit/audit.ts'
import { whyKeptHere } from '../../../platform/consent.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { insertMove, countOnOtherStorages, readMoveStatus, stopMove } from './moves.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue' | 'installation'>

export async function getMoveStatus({ db, providers, installation }: Omit<Needs, 'queue'>) {
  const { id, provider } = await providers.active('video_storage')
  const blocked = whyKeptHere(installation, 'video_storage', provider)
  return readMoveStatus(db, { id, provider, blocked })
}

/** Throws conflict if there is nothing to move, or a move is running, or recordings must stay on this machine. */
export async function startMove(deps: Needs, actor: Actor) {
  const { db, providers, queue } = deps
  const { id, provider } = await providers.active('video_storage')
  const blocked = whyKeptHere(deps.installation, 'video_storage', provider)
  if (blocked !== null) throw new AppError('conflict', blocked)
  await inTransaction(db, async (tx) => {
    if (!(await countOnOtherStorages(tx, id)))
      throw new AppError('conflict', 'All recordings are already with the active provider.')
    const moveId = await insertMove(tx, id, actor)
    if (!moveId) throw new AppError('conflict', 'Recordings are already being moved.')
    await queue.add(tx, 'move-recordings', { id: moveId })
    const what = { table: 'recordings_move', rowId: moveId, details: { to: provider } }
    await audit(tx, actor, { action: 'recordings-move-started', ...what })
  })
  return getMoveStatus(deps)
}

/** Does nothing if none is running. */
export async function stopRunningMove(deps: Needs, actor: Actor) {
  await inTransaction(deps.db, async (tx) => {
    const stopped = await stopMove(tx, deps.queue)
    if (stopped)
      await audit(tx, actor, {
        ...{ action: 'recordings-move-stopped', table: 'recordings_move', rowId: stopped.id },
      })
  })
  return getMoveStatus(deps)
}
