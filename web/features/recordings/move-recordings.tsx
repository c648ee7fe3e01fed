import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  getRecordingsMove,
  moveRecordings,
  type RecordingsMove,
  stopMovingRecordings,
} from '#contract/recordings/recordings-move.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatLocations, formatRecordings, storageLabel } from './format-moves.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { paths } from '#web/paths.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Progress } from '#web/ui/progress.tsx'

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

type FailedMovesProps = { move: NonNullable<RecordingsMove['move']> }

/** Recordings that could not be moved, with the reason and the next attempt. */
function FailedMoves({ move: { failed, failures } }: FailedMovesProps) {
  const isTriedAgain = failures.some(({ nextTryAt }) => nextTryAt !== null)
  return (
    <Banner tone="amber">
      <p>
        {formatRecordings(failed)} could not be moved{isTriedAgain ? ' yet' : ''}, and{' '}
        {failed === 1 ? 'stays where it is' : 'stay where they are'}.
      </p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {failures.map(
          ({ recordingId, clientId, sessionId, sessionDate, error, attempts, nextTryAt }) => (
            <li key={recordingId} className="wrap-anywhere">
              <Link
                to={paths.plan(clientId, { session: sessionId, tab: 'recording' })}
                className="underline underline-offset-2"
              >
                Session of {formatDate(sessionDate)}
              </Link>
              : {error} Tried {attempts === 1 ? 'once' : `${attempts} times`}
              {nextTryAt ? `, again at ${formatTime(nextTryAt)}.` : '.'}
            </li>
          ),
        )}
      </ul>
      {failed > failures.length && <p className="mt-2">Showing the first {failures.length}.</p>}
    </Banner>
  )
}

type MoveProgressProps = { move: NonNullable<RecordingsMove['move']> }

function MoveProgress({ move: { provider, moved, remaining } }: MoveProgressProps) {
  const stop = useApiMutation({
    mutationFn: (_nothing: void, call) => call(stopMovingRecordings, {}),
    successToast: () => ({
      title: 'Stopped',
      description: 'Recordings already moved stay there. The others are unchanged.',
    }),
    errorToast: 'Failed to stop moving.',
  })
  const total = moved + remaining
  const label = storageLabel(provider)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5">
        <p>
          Moving recordings to {label}:{' '}
          <span className="tabular-nums">
            {formatCount(moved)} of {formatRecordings(total)}
          </span>
        </p>
        <Progress value={total ? moved / total : 1} label={`Moving recordings to ${label}`} />
      </div>
      <Button
        variant="secondary"
        size="sm"
        isPending={stop.isPending}
        pendingLabel="Stopping..."
        onClick={() => stop.run()}
      >
        Stop moving
      </Button>
    </div>
  )
}
