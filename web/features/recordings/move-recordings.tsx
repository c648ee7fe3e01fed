import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getRecordingsMove,
  moveRecordings,
  type RecordingsMove,
} from '#contract/recordings-move.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FailedMoves } from './failed-moves.tsx'
import { MoveProgress } from './move-progress.tsx'
import { formatLocations, formatRecordings, storageLabel } from './format-moves.ts'

/** Milliseconds between two polls of a running move. */
const pollMs = 1500

/** Moves recordings from other storages to the active one. Renders nothing if there are none. */
export function MoveRecordings() {
  const { data } = useQuery({
    ...queryFor(getRecordingsMove, {}),
    refetchInterval: ({ state }) => state.data?.move?.status === 'running' && pollMs,
  })
  const isRunning = data?.move?.status === 'running'
  if (!data || (!data.otherStorages.length && data.move === null)) return null
  return (
    <section
      aria-label="Moving recordings"
      className="mt-4 flex flex-col gap-3 border-t border-line pt-4"
    >
      {data.move && isRunning ? <MoveProgress move={data.move} /> : <Begin state={data} />}
      {data.move && data.move.failed > 0 && <FailedMoves move={data.move} />}
    </section>
  )
}

function Begin({ state: { active, otherStorages, move } }: { state: RecordingsMove }) {
  const [isConfirming, setConfirming] = useState(false)
  const label = storageLabel(active.provider)
  const begin = useApiMutation({
    mutationFn: (_nothing: void, call) => call(moveRecordings, {}),
    successToast: () => ({
      title: 'Moving recordings',
      description: `They go to ${label}. You can still play them.`,
    }),
    errorToast: 'Failed to move the recordings.',
  })
  if (!otherStorages.length)
    return (
      <p className="text-muted">
        All recordings are stored with {label}
        {move ? `: ${formatRecordings(move.moved)} moved there.` : '.'}
      </p>
    )
  const total = otherStorages.reduce((sum, it) => sum + it.recordings, 0)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <p>{formatLocations(otherStorages)}</p>
          <p className="text-muted">
            {active.blocked ?? move?.note ?? 'They play from there until you move them.'}
          </p>
        </div>
        <Button
          variant="secondary"
          size="sm"
          disabled={active.blocked !== null}
          onClick={() => setConfirming(true)}
        >
          Move all to {label}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        tone="primary"
        title={`Move ${formatRecordings(total)} to ${label}?`}
        description={
          <>
            <p>
              Each recording is copied and verified before it replaces the old one. You can keep
              playing recordings, leave this page, or stop at any time.
            </p>
            <p className="mt-2">The old files are deleted six hours later.</p>
          </>
        }
        confirmLabel="Move recordings"
        pendingLabel="Moving..."
        isPending={begin.isPending}
        onConfirm={() =>
          void begin.send().then(
            () => setConfirming(false),
            () => {},
          )
        }
      />
    </>
  )
}
