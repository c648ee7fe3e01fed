import { skipToken, useQuery } from '@tanstack/react-query'
import {
  countExpiredRows,
  maxCountedRows,
  type SettingName,
  type SettingValue,
} from '#contract/installation.ts'
import { daysOf, retainedKinds } from '#contract/retention.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { isShorter } from './setting-format.ts'

type ExpiredRowCountProps = { name: SettingName; days: SettingValue; now: SettingValue }

/** The number of rows that a shorter time would delete. */
export function ExpiredRowCount({ name, days, now }: ExpiredRowCountProps) {
  const kind = retainedKinds.find((it) => `retention.${it}` === name)
  const isAsked = kind !== undefined && isShorter(days, now) && daysOf(kind).safeParse(days).success
  const { queryKey, queryFn } = queryFor(countExpiredRows, {
    params: { kind: kind ?? 'message' },
    query: { days: Number(days) },
  })
  const { data, isError } = useQuery({
    queryKey,
    queryFn: isAsked ? (queryFn ?? skipToken) : skipToken,
  })
  if (!isAsked) return null
  if (isError) return 'Older data will be permanently deleted within an hour.'
  if (!data) return 'Counting older entries...'
  if (data.rows === 0) return 'Nothing is older than that.'
  const rows =
    data.rows === 1
      ? '1 entry is'
      : `${formatCount(data.rows)}${data.rows === maxCountedRows ? ' or more' : ''} entries are`
  const oldest = data.oldest && ` The oldest is of ${formatDate(data.oldest)}.`
  return `${rows} older and will be permanently deleted within an hour.${oldest ?? ''}`
}
