import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverMessage } from '#web/lib/api.ts'
import { type QueryState, useQueryError } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type FiguresStateProps<Data> = {
  read: QueryState & Pick<UseQueryResult<Data>, 'data' | 'refetch'>
  /** Gets undefined while they load. */
  children: (data: Data | undefined) => ReactNode
}

/** The figures above a list, or why they are missing. The list is useful without them. */
export function FiguresState<Data>({ read, children }: FiguresStateProps<Data>) {
  const { data, isFetching, refetch } = read
  const error = useQueryError(read)
  if (!error || data !== undefined) return children(data)
  return (
    <Banner
      tone="red"
      role="alert"
      className="mb-6"
      action={
        <Button variant="secondary" size="sm" isPending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {serverMessage(error, 'The figures could not be loaded.')}
    </Banner>
  )
}
