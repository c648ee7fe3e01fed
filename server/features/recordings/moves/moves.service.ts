import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { insertMove, countOnOtherStorages, readMoveStatus, stopMove } from './moves.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'>

export async function getMoveStatus({ db, providers }: Pick<Needs, 'db' | 'providers'>) {
  const { id, provider } = await providers.active('video_storage')
  return readMoveStatus(db, { id, provider })
}

/** Throws conflict if there is nothing to move, or a move is running. */
export async function startMove({ db, providers, queue }: Needs, actor: Actor) {
  const { id, provider } = await providers.active('video_storage')
  await inTransaction(db, async (tx) => {
    if (!(await countOnOtherStorages(tx, id)))
      throw new AppError('conflict', 'All recordings are already with the active provider.')
    const moveId = await insertMove(tx, id, actor)
    if (!moveId) throw new AppError('conflict', 'Recordings are already being moved.')
    await queue.add(tx, 'move-recordings', { id: moveId })
    const what = { table: 'recordings_move', rowId: moveId, details: { to: provider } }
    await audit(tx, actor, { action: 'recordings-move-started', ...what })
  })
  return getMoveStatus({ db, providers })
}

/** Does nothing if none is running. */
export async function stopRunningMove({ db, providers }: Needs, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const stopped = await stopMove(tx)
    if (stopped)
      await audit(tx, actor, {
        ...{ action: 'recordings-move-stopped', table: 'recordings_move', rowId: stopped.id },
      })
  })
  return getMoveStatus({ db, providers })
}
