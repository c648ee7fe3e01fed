import { useQuery } from '@tanstack/react-query'
import {
  type DefinitionKind,
  definitionKinds,
  mostDeletedAtOnce,
  undoableMs,
} from '#contract/definitions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { read } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { callsOf } from './definition-reads.ts'
import { goingInWords, rowsIn } from './going-in-words.ts'
import { failedTo, kindsOnScreen } from './kinds.tsx'

type DeleteDefinitionProps = {
  kind: DefinitionKind
  id: string
  name: string
  onClose: () => void
  /** Its row is gone. */
  onDeleted: () => void
}

/** The question before a definition is deleted: what goes with it, and how much of it. */
export function DeleteDefinition({ kind, id, name, onClose, onDeleted }: DeleteDefinitionProps) {
  const { goesWith, remove } = callsOf(kind)
  const sent = { params: { id } }
  const going = useQuery(read(goesWith, sent))
  const { one } = definitionKinds[kind]
  const removing = useWrite({
    write: (_nothing: void, call) => call(remove, sent),
    gone: [goesWith.path, sent],
    done: ({ deletion }) => ({
      title: `${kindsOnScreen[kind].one} ${deletion ? 'will be deleted' : 'deleted'}`,
    }),
    failed: `${failedTo('delete', kind)}. Please try again.`,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Delete this ${one}?`}
      description={
        <>
          <p>
            <strong className="font-semibold wrap-anywhere text-ink">{name}</strong> is deleted for
            good. {kindsOnScreen[kind].cascade}
          </p>
          <ReadState
            read={going}
            loading={
              <div className="mt-2 flex h-6 items-center">
                <span className="sr-only">Counting what goes with it</span>
                <Skeleton className="h-4 w-48" />
              </div>
            }
            failed="What goes with it could not be counted"
          >
            {(rows) => (
              <Going parts={goingInWords(rows)} isMuch={rowsIn(rows) > mostDeletedAtOnce} />
            )}
          </ReadState>
        </>
      }
      confirmLabel={`Delete ${one}`}
      pendingLabel="Deleting..."
      isReady={going.data !== undefined}
      isPending={removing.isPending}
      onConfirm={() => void removing.send().then(onDeleted, () => {})}
    />
  )
}

const Going = ({ parts, isMuch }: { parts: readonly string[]; isMuch: boolean }) => (
  <>
    {parts.length > 0 ? (
      <div className="mt-2">
        With it go:
        <ul className="list-disc pl-5">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </div>
    ) : (
      <p className="mt-2">Nothing belongs to it yet.</p>
    )}
    {isMuch && (
      <p className="mt-2">
        That takes a while. It begins after {undoableMs / 1000} seconds, in which it can be undone.
      </p>
    )}
  </>
)
