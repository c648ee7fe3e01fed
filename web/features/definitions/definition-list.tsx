import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type DefinitionKind,
  definitionKinds,
  type DefinitionRow,
} from '#contract/definitions/definitions.ts'
import { useOptimisticQuery, optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { DefinitionDialog } from './definition-dialog.tsx'
import { getEndpoints, definitionsQuery } from './definition-queries.ts'
import { DeleteDefinition } from './delete-definition.tsx'
import { type DefinitionScreen, definitionScreens, formatFailure } from './definition-screens.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { findMove, type Move } from './find-move.ts'

type Open<K extends DefinitionKind> =
  | { dialog: 'form'; row?: DefinitionRow<K>; parent?: string }
  | { dialog: 'delete'; row: DefinitionRow<K> }

/** All definitions of a kind, grouped by parent where the kind has one. */
export function DefinitionList<K extends DefinitionKind>({ kind }: { kind: K }) {
  const screen: DefinitionScreen<K> = definitionScreens[kind]
  const { many } = definitionKinds[kind]
  const { title, one, description, empty, under, nameOf, details } = screen
  const [open, setOpen] = useState<Open<K>>()
  const close = () => setOpen(undefined)
  const addButton = useRef<HTMLButtonElement>(null)
  const reorder = useOrder(kind)
  const parents = useQuery({
    ...definitionsQuery(under?.kind ?? 'metricCategory'),
    enabled: under !== undefined,
  })
  const rows = useOptimisticQuery(queryFor(getEndpoints(kind).list, {}))
  const needsParent = under !== undefined && parents.data?.length === 0
  const add = (parent?: string) => (
    <Button
      ref={addButton}
      variant="secondary"
      size="sm"
      icon={Plus}
      disabled={needsParent}
      onClick={() => setOpen({ dialog: 'form', ...(parent !== undefined && { parent }) })}
    >
      Add {one}
    </Button>
  )

  function sortable(
    label: string,
    all: readonly DefinitionRow<K>[],
    some: readonly DefinitionRow<K>[],
  ) {
    return (
      <SortableList
        label={label}
        items={some}
        toKey={({ id }) => id}
        nameOf={nameOf}
        onOrder={(next) => reorder(listIds(all), listIds(some), listIds(next))}
        renderItem={(row) => (
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold wrap-anywhere">{nameOf(row)}</p>
              <p className="text-muted wrap-anywhere empty:hidden">{details(row)}</p>
            </div>
            <div className="flex max-md:-ml-2">
              <IconButton
                label={`Edit ${nameOf(row)}`}
                icon={Pencil}
                size="sm"
                onClick={() => setOpen({ dialog: 'form', row })}
              />
              <IconButton
                label={`Delete ${nameOf(row)}`}
                icon={Trash}
                size="sm"
                onClick={() => setOpen({ dialog: 'delete', row })}
              />
            </div>
          </div>
        )}
      />
    )
  }

  return (
    <Card>
      <CardHeader title={title} description={description} actions={add()} />
      <ReadState
        read={rows}
        loading={<Loading many={many} />}
        failed={`The ${many} could not be loaded`}
      >
        {(found) => {
          const all = found as unknown as readonly DefinitionRow<K>[]
          if (!all.length)
            return (
              <EmptyState title={`No ${many} yet`} hint={needsParent ? parentHint(under) : empty} />
            )
          if (!under) return sortable(title, all, all)
          return (
            <div className="flex flex-col gap-5">
              {(parents.data ?? []).map((parent) => {
                const some = all.filter((row) => under.of(row) === parent.id)
                return (
                  <section key={parent.id} aria-labelledby={`${kind}-${parent.id}`}>
                    <h3
                      id={`${kind}-${parent.id}`}
                      className="mb-2 text-sm text-muted wrap-anywhere"
                    >
                      {parent.name}
                    </h3>
                    {some.length > 0 ? (
                      sortable(`${title} of ${parent.name}`, all, some)
                    ) : (
                      <p className="text-muted">None yet.</p>
                    )}
                  </section>
                )
              })}
            </div>
          )
        }}
      </ReadState>
      {open?.dialog === 'form' && (
        <DefinitionDialog kind={kind} row={open.row} parent={open.parent} onClose={close} />
      )}
      {open?.dialog === 'delete' && (
        <DeleteDefinition
          kind={kind}
          id={open.row.id}
          name={nameOf(open.row)}
          onClose={close}
          onDeleted={() => addButton.current?.focus()}
        />
      )}
    </Card>
  )
}

const listIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const parentHint = ({ kind }: { kind: DefinitionKind }) =>
  `Add ${definitionKinds[kind].aOne} first.`

const Loading = ({ many }: { many: string }) => (
  <div className="flex flex-col gap-2">
    <span className="sr-only">Loading the {many}</span>
    {Array.from({ length: 4 }, (_, row) => (
      <Skeleton key={row} className="h-15 w-full" />
    ))}
  </div>
)

type Ids = readonly string[]

/** Reorders rows optimistically and sends the moves one by one. */
function useOrder(kind: DefinitionKind) {
  const { run } = useApiMutation({
    queue: `order-${kind}`,
    mutationFn: ({ move: { id, direction, steps } }: { move: Move; order: Ids }, call) =>
      call(getEndpoints(kind).move, { params: { id }, body: { direction, steps } }),
    optimisticUpdate: ({ order }) =>
      optimisticUpdate(definitionsQuery(kind).queryKey, (rows) =>
        rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
      ),
    errorToast: `${formatFailure('reorder', kind)}. Please try again.`,
  })
  /** `all` are the ids of the kind; `before` and `after` one group of them. */
  return (all: Ids, before: Ids, after: Ids) => {
    const move = findMove(before, after)
    if (!move) return
    const rest = [...after]
    run({ move, order: all.map((id) => (before.includes(id) ? (rest.shift() ?? id) : id)) })
  }
}
