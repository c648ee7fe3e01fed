import { type RecordingsMove, stopMovingRecordings } from '#contract/recordings-move.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { formatRecordings, storageLabel } from './format-moves.ts'

type MoveProgressProps = { move: NonNullable<RecordingsMove['move']> }

export function MoveProgress({ move: { provider, moved, remaining } }: MoveProgressProps) {
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
