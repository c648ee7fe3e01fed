import { FileText, type LucideIcon, MessagesSquare, UserX, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Overview } from '#contract/analytics/analytics.ts'
import { waitingLabel, waitingWork } from '#contract/clients/clients.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { StatCard } from '#web/ui/stat-card.tsx'

const icons: Record<keyof Overview['waiting'], LucideIcon> = {
  coach: UserX,
  recording: Video,
  transcription: FileText,
  conversation: MessagesSquare,
}

/** Clients for whom somebody has to do something next; each figure leads to them. */
export const WaitingWork = ({ waiting }: Pick<Overview, 'waiting'>) => (
  <section aria-labelledby="waiting-work">
    <h2 id="waiting-work" className="mb-3 text-base">
      Waiting work
    </h2>
    <ul className="grid grid-cols-4 gap-3 max-lg:grid-cols-2 max-md:grid-cols-1">
      {waitingWork.options.map((what) => (
        <li key={what} className="grid">
          <FigureLink to={paths.clientsWaitingFor(what)}>
            <StatCard
              label={waitingLabel[what]}
              icon={icons[what]}
              value={formatCount(waiting[what])}
              hint={waiting[what] === 1 ? 'client' : 'clients'}
            />
          </FigureLink>
        </li>
      ))}
    </ul>
  </section>
)

/** A card with a figure that leads to what is behind it. */
export const FigureLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="grid rounded-md [&>div]:justify-between [&>div]:transition-colors hover:[&>div]:border-outline"
  >
    {children}
  </Link>
)
