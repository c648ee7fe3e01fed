import type { Session } from '#contract/sessions.ts'
import { weekName } from '#contract/weeks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'

type SessionsOutsideRangeProps = {
  sessions: readonly Session[]
  shown: readonly number[]
  onOpen: (sessionId: string) => void
}

/** Sessions after the last shown week, and any from before the plan's first week. */
export function SessionsOutsideRange({ sessions, shown, onOpen }: SessionsOutsideRangeProps) {
  const [first = 1, last = 1] = [shown[0], shown.at(-1)]
  const groups = [
    { title: 'Before the plan began:', isIn: (week: number) => first === 1 && week < 1 },
    { title: 'After these weeks:', isIn: (week: number) => week > last },
  ]
  return groups.map(({ title, isIn }) => {
    const listed = sessions
      .filter(({ weekNumber }) => isIn(weekNumber))
      .toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
    if (!listed.length) return null
    return (
      <div key={title} className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <p className="text-muted">{title}</p>
        <ul className="flex flex-wrap gap-2">
          {listed.map(({ id, sessionDefinitionName, sessionDate, weekNumber }) => (
            <li key={id}>
              <Button variant="secondary" size="sm" onClick={() => onOpen(id)}>
                {sessionDefinitionName}, {formatDateTime(sessionDate)}
                {weekNumber > 0 && ` (${weekName(weekNumber)})`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
