import {
  type DefinitionDeletion,
  type DefinitionKind,
  definitionKinds,
} from '#contract/definitions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress, wholePercent } from '#web/ui/progress.tsx'
import { FailedDeletion } from './failed-deletion.tsx'
import { useDeletions } from './use-deletions.ts'
import { useUndoDeletion } from './use-undo-deletion.ts'

/** What of these kinds is being deleted, will be in a moment, or could not be, with the way back as long as there is one. */
export function Deletions({ kinds }: { kinds: readonly DefinitionKind[] }) {
  const deletions = useDeletions().filter(({ kind }) => kinds.some((it) => it === kind))
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {deletions.map((it) =>
        it.isFailed ? (
          <FailedDeletion key={it.id} deletion={it} />
        ) : (
          <Deletion key={it.id} deletion={it} />
        ),
      )}
    </div>
  )
}

function Deletion({ deletion }: { deletion: DefinitionDeletion }) {
  const { kind, name, total, done, undoableMs } = deletion
  const undo = useUndoDeletion(deletion)
  const { one } = definitionKinds[kind as DefinitionKind]
  const seconds = Math.ceil(undoableMs / 1000)
  const share = total > 0 ? done / total : 0
  return (
    <Banner
      tone="amber"
      action={
        seconds > 0 && (
          <Button
            variant="secondary"
            size="sm"
            isPending={undo.isPending}
            pendingLabel="Undoing..."
            onClick={() => undo.run()}
          >
            Undo
          </Button>
        )
      }
    >
      {seconds > 0 ? (
        <p>
          <strong className="font-semibold wrap-anywhere">{name}</strong> with {formatCount(total)}{' '}
          rows is deleted in {/* Not counted down aloud. */}
          <span aria-live="off" className="tabular-nums">
            {seconds} s
          </span>
          .
        </p>
      ) : (
        <div className="flex flex-col gap-1.5">
          <p>
            Deleting the {one} <strong className="font-semibold wrap-anywhere">{name}</strong>:{' '}
            <span aria-live="off" className="tabular-nums">
              {wholePercent(share)}%
            </span>
          </p>
          <Progress value={share} label={`Deleting ${name}`} tone="amber" />
        </div>
      )}
    </Banner>
  )
}
