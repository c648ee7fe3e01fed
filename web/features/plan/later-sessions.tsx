import type { Session } from '#contract/sessions.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'

type LaterSessionsProps = {
  sessions: readonly Session[]
  lastShown: number
  onOpen: (sessionId: string) => void
}

/** Sessions behind the last shown week: nothing that is planned is out of reach. */
export function LaterSessions({ sessions, lastShown, onOpen }: LaterSessionsProps) {
  const later = sessions
    .filter(({ weekNumber }) => weekNumber > lastShown)
    .toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
  if (!later.length) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <p className="text-muted">After these weeks:</p>
      <ul className="flex flex-wrap gap-2">
        {later.map(({ id, sessionDefinitionName, sessionDate, weekNumber }) => (
          <li key={id}>
            <Button variant="secondary" size="sm" onClick={() => onOpen(id)}>
              {sessionDefinitionName}, {shortDateTime(sessionDate)} (W{weekNumber})
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
