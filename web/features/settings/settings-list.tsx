import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'

type SettingsListProps<Row> = {
  query: UseQueryResult<Row[]>
  title: string
  description: string
  /** "session types", for the states without rows. */
  things: string
  renderRow: (row: Row) => ReactNode
}

/** What the installation has of one kind, in order, in whichever of its states. */
export function SettingsList<Row extends { id: string }>({
  query,
  title,
  description,
  things,
  renderRow,
}: SettingsListProps<Row>) {
  return (
    <ReadState
      read={query}
      loading={<RowsSkeleton label={`Loading the ${things}`} />}
      failed={`The ${things} could not be loaded`}
    >
      {(rows) => (
        <Card>
          <CardHeader title={title} description={description} />
          {rows.length === 0 ? (
            <p className="text-muted">There are no {things}.</p>
          ) : (
            <ol className="divide-y divide-line">
              {rows.map((row) => (
                <li key={row.id} className="py-3 first:pt-0 last:pb-0">
                  {renderRow(row)}
                </li>
              ))}
            </ol>
          )}
        </Card>
      )}
    </ReadState>
  )
}
