import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type DefinitionKind,
  definitionKinds,
  maxDeletedImmediately,
  undoableMs,
} from '#contract/definitions/definitions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { getEndpoints } from './definition-queries.ts'
import { formatDependents, countDependents } from './dependents.ts'
import { formatFailure, definitionScreens } from './definition-screens.tsx'

type DeleteDefinitionProps = {
  kind: DefinitionKind
  id: string
  name: string
  onClose: () => void

  onDeleted: () => void
}

/** Deleting this many rows or more requires typing the name. */
const minRowsToType = 20

/** Confirms a deletion and shows what else it deletes. */
export function DeleteDefinition({ kind, id, name, onClose, onDeleted }: DeleteDefinitionProps) {
  const { getDependents, remove } = getEndpoints(kind)
  const sent = { params: { id } }
  const dependents = useQuery(queryFor(getDependents, sent))
  const { one } = definitionKinds[kind]
  const [typed, setTyped] = useState('')
  const isTyped = dependents.data !== undefined && countDependents(dependents.data) >= minRowsToType
  const removing = useApiMutation({
    mutationFn: (_nothing: void, call) => call(remove, sent),
    deletedQuery: [getDependents.path, sent],
    successToast: ({ deletion }) => ({
      title: `${definitionScreens[kind].one} ${deletion ? 'will be deleted' : 'deleted'}`,
    }),
    errorToast: `${formatFailure('delete', kind)}. Please try again.`,
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Delete this ${one}?`}
      description={
        <>
          <p>
            <strong className="font-semibold wrap-anywhere text-ink">{name}</strong> will be
            permanently deleted. {definitionScreens[kind].cascade}
          </p>
          <ReadState
            read={dependents}
            loading={
              <div className="mt-2 flex h-6 items-center">
                <span className="sr-only">Counting what else will be deleted</span>
                <Skeleton className="h-4 w-48" />
              </div>
            }
            failed="What else will be deleted could not be counted"
          >
            {(rows) => (
              <DependentList
                parts={formatDependents(rows)}
                isLarge={countDependents(rows) > maxDeletedImmediately}
              />
            )}
          </ReadState>
        </>
      }
      confirmLabel={`Delete ${one}`}
      pendingLabel="Deleting..."
      isReady={dependents.data !== undefined && (!isTyped || typed.trim() === name.trim())}
      isPending={removing.isPending}
      onConfirm={() => void removing.send().then(onDeleted, () => {})}
    >
      {isTyped && (
        <label className="block text-sm">
          Type <strong className="font-semibold wrap-anywhere">{name.trim()}</strong> to confirm
          <Input
            className="mt-1.5"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
          />
        </label>
      )}
    </ConfirmDialog>
  )
}

const DependentList = ({ parts, isLarge }: { parts: readonly string[]; isLarge: boolean }) => (
  <>
    {parts.length > 0 ? (
      <div className="mt-2">
        This also deletes:
        <ul className="list-disc pl-5">
          {parts.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      </div>
    ) : (
      <p className="mt-2">It is not in use yet.</p>
    )}
    {isLarge && (
      <p className="mt-2">
        This takes a while. It starts after {undoableMs / 1000} seconds; until then you can undo it.
      </p>
    )}
  </>
)
