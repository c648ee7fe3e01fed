import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type DefinitionDeletion,
  type DefinitionKind,
  definitionKinds,
  listDefinitionDeletions,
  retryDefinitionDeletion,
  undoDefinitionDeletion,
} from '#contract/definitions/definitions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Progress, wholePercent } from '#web/ui/progress.tsx'

/** Pending, running and failed deletions of these kinds, with undo as long as it is possible. */
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
          <strong className="font-semibold wrap-anywhere">{name}</strong> and {formatCount(total)}{' '}
          rows will be deleted in {/* Not read out every second. */}
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

function FailedDeletion({ deletion }: { deletion: DefinitionDeletion }) {
  const { id, kind, name, total, done, isUndoable } = deletion
  const undo = useUndoDeletion(deletion)
  const retry = useApiMutation({
    mutationFn: (_nothing: void, call) => call(retryDefinitionDeletion, { params: { id } }),
    errorToast: 'Failed to resume the deletion.',
  })
  const { one } = definitionKinds[kind as DefinitionKind]
  return (
    <Banner
      tone="red"
      action={
        <span className="flex flex-wrap gap-2">
          {isUndoable && (
            <Button
              variant="secondary"
              size="sm"
              disabled={retry.isPending}
              isPending={undo.isPending}
              pendingLabel="Undoing..."
              onClick={() => undo.run()}
            >
              Undo<span className="sr-only"> the deletion of {name}</span>
            </Button>
          )}
          <Button
            variant="secondary"
            size="sm"
            disabled={undo.isPending}
            isPending={retry.isPending}
            pendingLabel="Trying again..."
            onClick={() => retry.run()}
          >
            Try again<span className="sr-only"> to delete {name}</span>
          </Button>
        </span>
      }
    >
      The {one} <strong className="font-semibold wrap-anywhere">{name}</strong> could not be deleted
      because something went wrong on our side.{' '}
      {isUndoable
        ? 'Nothing was deleted, but it stays hidden until you undo this.'
        : `${formatCount(done)} of ${formatCount(total)} rows were deleted, so this cannot be undone.`}
    </Banner>
  )
}

const useUndoDeletion = ({ id, name }: Pick<DefinitionDeletion, 'id' | 'name'>) =>
  useApiMutation({
    mutationFn: (_nothing: void, call) => call(undoDefinitionDeletion, { params: { id } }),
    successToast: () => ({ title: 'Deletion undone', description: `${name} has been restored.` }),
    errorToast: 'Failed to undo the deletion.',
  })

/** Milliseconds between two polls of a deletion. */
const pollMs = 1000

/** Background deletions, polled while any are running; when one ends, what it changed is refetched. */
function useDeletions() {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...queryFor(listDefinitionDeletions, {}),
    // A failed deletion waits for a user.
    refetchInterval: ({ state }) =>
      state.data?.some(({ isFailed }) => !isFailed) === true && pollMs,
  })
  const known = useRef<readonly string[]>([])
  useEffect(() => {
    if (!data) return
    const now = data.map(({ id }) => id)
    const hasEnded = known.current.some((id) => !now.includes(id))
    known.current = now
    if (hasEnded) void refetchAffected(queries, undoDefinitionDeletion.changes)
  }, [data, queries])
  return data ?? []
}
