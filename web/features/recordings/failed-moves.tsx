import { Link } from 'react-router'
import type { RecordingsMove } from '#contract/recordings-move.ts'
import { formatDate, formatTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { paths } from '#web/paths.ts'
import { formatRecordings } from './format-moves.ts'

type FailedMovesProps = { move: NonNullable<RecordingsMove['move']> }

/** Recordings that could not be moved, with the reason and the next attempt. */
export function FailedMoves({ move: { failed, failures } }: FailedMovesProps) {
  const isTriedAgain = failures.some(({ nextTryAt }) => nextTryAt !== null)
  return (
    <Banner tone="amber">
      <p>
        {formatRecordings(failed)} could not be moved{isTriedAgain ? ' yet' : ''}, and{' '}
        {failed === 1 ? 'stays where it is' : 'stay where they are'}.
      </p>
      <ul className="mt-2 flex flex-col gap-1.5">
        {failures.map(
          ({ recordingId, clientId, sessionId, sessionDate, error, attempts, nextTryAt }) => (
            <li key={recordingId} className="wrap-anywhere">
              <Link
                to={paths.plan(clientId, { session: sessionId, tab: 'recording' })}
                className="underline underline-offset-2"
              >
                Session of {formatDate(sessionDate)}
              </Link>
              : {error} Tried {attempts === 1 ? 'once' : `${attempts} times`}
              {nextTryAt ? `, again at ${formatTime(nextTryAt)}.` : '.'}
            </li>
          ),
        )}
      </ul>
      {failed > failures.length && <p className="mt-2">Showing the first {failures.length}.</p>}
    </Banner>
  )
}
