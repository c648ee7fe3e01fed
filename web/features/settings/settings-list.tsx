import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '#web/lib/api.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
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
  const { data, error, isFetching, refetch } = query
  if (!data && error)
    return (
      <ErrorState
        title={`The ${things} could not be loaded`}
        description={sentenceOf(error, 'The server cannot be reached. Nothing is lost.')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data) return <RowsSkeleton label={`Loading the ${things}`} />
  return (
    <Card>
      <CardHeader title={title} description={description} />
      {data.length === 0 ? (
        <p className="text-muted">There are no {things}.</p>
      ) : (
        <ol className="divide-y divide-line">
          {data.map((row) => (
            <li key={row.id} className="py-3 first:pt-0 last:pb-0">
              {renderRow(row)}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
