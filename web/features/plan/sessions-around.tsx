import type { Session } from '#contract/sessions.ts'
import { weekName } from '#contract/weeks.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { AroundWeeks } from './around-weeks.tsx'

type SessionsAroundProps = {
  sessions: readonly Session[]
  shown: readonly number[]
  onOpen: (sessionId: string) => void
}

/** Sessions outside of the shown weeks. */
export const SessionsAround = ({ sessions, shown, onOpen }: SessionsAroundProps) => (
  <AroundWeeks
    shown={shown}
    items={sessions
      .toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
      .map(({ id, sessionDefinitionName, sessionDate, weekNumber }) => ({
        ...{ id, weekNumber, onOpen: () => onOpen(id) },
        label: `${sessionDefinitionName}, ${shortDateTime(sessionDate)}${weekNumber > 0 ? ` (${weekName(weekNumber)})` : ''}`,
      }))}
  />
)
