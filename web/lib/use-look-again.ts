import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

type Looked = Pick<UseQueryResult, 'dataUpdatedAt' | 'errorUpdatedAt' | 'refetch'>

/** Reads again so many milliseconds after each look, whatever that found, for work that nobody tells of; not without them. */
export function useLookAgain({ dataUpdatedAt, errorUpdatedAt, refetch }: Looked, afterMs?: number) {
  useEffect(() => {
    if (afterMs === undefined) return undefined
    const again = setTimeout(() => void refetch(), afterMs)
    return () => clearTimeout(again)
  }, [afterMs, dataUpdatedAt, errorUpdatedAt, refetch])
}
