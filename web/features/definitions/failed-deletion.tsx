import {
  type DefinitionDeletion,
  type DefinitionKind,
  definitionKinds,
  retryDefinitionDeletion,
} from '#contract/definitions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUndoDeletion } from './use-undo-deletion.ts'

/** One that was given up: another try, and the way back as long as nothing is gone. */
export function FailedDeletion({ deletion }: { deletion: DefinitionDeletion }) {
  const { id, kind, name, total, done, isUndoable } = deletion
  const undo = useUndoDeletion(deletion)
  const retry = useWrite({
    write: (_nothing: void, call) => call(retryDefinitionDeletion, { params: { id } }),
    failed: 'Failed to go on with the deletion.',
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
      The {one} <strong className="font-semibold wrap-anywhere">{name}</strong> could not be
      deleted: something went wrong on our side.{' '}
      {isUndoable
        ? 'Nothing of it is gone, but nobody sees it until this is undone.'
        : `${formatCount(done)} of ${formatCount(total)} rows are gone, so it cannot be undone.`}
    </Banner>
  )
}
