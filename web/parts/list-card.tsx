import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { ReadState } from './read-state.tsx'

type ListCardProps<Row> = {
  title: string
  /** The title within a sentence. */
  plural: string
  description: ReactNode
  query: UseQueryResult<Row[]>
  addLabel: string
  addRef: Ref<HTMLButtonElement>
  onAdd: () => void
  /** The text and the actions of a row. */
  children: (row: Row) => ReactNode
}

/** A short list in a card, with a button to add to it. */
export const ListCard = <Row extends { id: string }>({
  title,
  plural,
  description,
  query,
  addLabel,
  addRef,
  onAdd,
  children,
}: ListCardProps<Row>) => (
  <Card aria-label={title}>
    <CardHeader
      title={title}
      description={description}
      actions={
        <Button ref={addRef} variant="secondary" size="sm" icon={Plus} onClick={onAdd}>
          {addLabel}
        </Button>
      }
    />
    <ReadState
      read={query}
      loading={<RowsSkeleton label={`Loading the ${plural}`} />}
      failed={`The ${plural} could not be loaded`}
    >
      {(rows) =>
        rows.length ? (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0"
              >
                {children(row)}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">No {plural} yet.</p>
        )
      }
    </ReadState>
  </Card>
)
