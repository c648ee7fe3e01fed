import { skipToken, useQuery } from '@tanstack/react-query'
import type { SettingValue } from '#contract/settings/settings.ts'
import type { SettingName } from '#contract/settings/setting-entries.ts'
import {
  countExpiredRows,
  graceDays,
  maxCountedRows,
  retainedKinds,
  toRetentionRule,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { isShorter } from './setting-format.ts'

type ExpiredRowCountProps = { name: SettingName; rule: SettingValue; now: SettingValue }

/** The number of rows that another rule would delete. */
export function ExpiredRowCount({ name, rule, now }: ExpiredRowCountProps) {
  const kind = retainedKinds.find((it) => `retention.${it}` === name)
  const asked =
    kind && isShorter(rule, now) ? toRetentionRule(kind).safeParse(rule).data : undefined
  const isAsked = asked !== undefined
  const { queryKey, queryFn } = queryFor(countExpiredRows, {
    params: { kind: kind ?? 'message' },
    query: { rule: asked ?? 0 },
  })
  const { data, isError } = useQuery({
    queryKey,
    queryFn: isAsked ? (queryFn ?? skipToken) : skipToken,
  })
  if (!isAsked) return null
  if (isError) return 'Data that is no longer kept will be permanently deleted within an hour.'
  if (!data) return 'Counting older entries...'
  const isByEnd = rule === untilCoachingEnds
  if (data.rows === 0)
    return isByEnd
      ? `Nothing will be deleted now, but ${graceDays} days after each coaching that has ended.`
      : 'Nothing is older than that.'
  const rows =
    data.rows === 1
      ? '1 entry is'
      : `${formatCount(data.rows)}${data.rows === maxCountedRows ? ' or more' : ''} entries are`
  const oldest = data.oldest && ` The oldest is of ${formatDate(data.oldest)}.`
  const why = isByEnd ? `of clients whose coaching ended more than ${graceDays} days ago` : 'older'
  return `${rows} ${why} and will be permanently deleted within an hour.${oldest ?? ''}`
}
