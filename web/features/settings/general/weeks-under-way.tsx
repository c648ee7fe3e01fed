import { listSettings } from '#contract/installation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { count } from '#web/lib/numbers.ts'
import { read, readAnew } from '#web/lib/query.ts'
import { Banner } from '#web/ui/banner.tsx'

type WeeksUnderWayProps = { counted: number; total: number; isHeldUp: boolean }

/** Milliseconds between two looks at how far it has come. */
const lookMs = 2_000

/** The weeks of all plans are counted anew after a change of the time zone. */
export function WeeksUnderWay({ counted, total, isHeldUp }: WeeksUnderWayProps) {
  const queries = useQueryClient()
  useEffect(() => {
    const timer = setInterval(
      () => void readAnew(queries, read(listSettings, {})).catch(() => {}),
      lookMs,
    )
    return () => clearInterval(timer)
  }, [queries])
  return (
    <Banner tone={isHeldUp ? 'amber' : 'blue'} isLive>
      The weeks of all plans are counted anew in the new time zone: {count(counted)} of{' '}
      {count(total)} {total === 1 ? 'client' : 'clients'}.{' '}
      {isHeldUp
        ? 'Something went wrong on our side, and it is tried again by itself.'
        : 'You can leave this page.'}
    </Banner>
  )
}
