import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { beginMove, countElsewhere, stateOfMove, stopMove } from './moves.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'>

export async function moveState({ db, providers }: Pick<Needs, 'db' | 'providers'>) {
  const { id, provider } = await providers.active('video_storage')
  return stateOfMove(db, { id, provider })
}

/** Throws conflict where nothing is to be moved, or a move is under way. */
export async function startMove({ db, providers, queue }: Needs, actor: Actor) {
  const { id, provider } = await providers.active('video_storage')
  await inTransaction(db, async (tx) => {
    if (!(await countElsewhere(tx, id)))
      throw new AppError('conflict', 'All recordings are with the active provider already.')
    const moveId = await beginMove(tx, id, actor)
    if (!moveId) throw new AppError('conflict', 'Recordings are being moved already.')
    await queue.add(tx, 'move-recordings', { moveId })
    const what = { table: 'recordings_move', rowId: moveId, details: { to: provider } }
    await audit(tx, actor, { action: 'recordings-move-started', ...what })
  })
  return moveState({ db, providers })
}

/** Harmless where none is under way. */
export async function endMoving({ db, providers }: Needs, actor: Actor) {
  await inTransaction(db, async (tx) => {
    const stopped = await stopMove(tx)
    if (stopped)
      await audit(tx, actor, {
        ...{ action: 'recordings-move-stopped', table: 'recordings_move', rowId: stopped.id },
      })
  })
  return moveState({ db, providers })
}
