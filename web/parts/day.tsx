import { shortDate } from '#web/lib/dates.ts'

/** A day of the past or the future, or the words for none. */
export const SessionDay = ({ date, none }: { date: string | null; none: string }) =>
  date ? (
    <time dateTime={date} className="whitespace-nowrap">
      {shortDate(date)}
    </time>
  ) : (
    <span className="whitespace-nowrap text-muted">{none}</span>
  )
