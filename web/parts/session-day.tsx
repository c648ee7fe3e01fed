import type { Client } from '#contract/clients/clients.ts'
import { formatDate } from '#web/lib/dates.ts'

export const LastSession = ({ lastSessionDate }: Pick<Client, 'lastSessionDate'>) => (
  <SessionDay date={lastSessionDate} none="None yet" />
)

export const NextSession = ({ nextSessionDate }: Pick<Client, 'nextSessionDate'>) => (
  <SessionDay date={nextSessionDate} none="Not scheduled" />
)

const SessionDay = ({ date, none }: { date: string | null; none: string }) =>
  date ? (
    <time dateTime={date} className="whitespace-nowrap">
      {formatDate(date)}
    </time>
  ) : (
    <span className="whitespace-nowrap text-muted">{none}</span>
  )
