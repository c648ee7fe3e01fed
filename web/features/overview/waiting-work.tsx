import { FileText, type LucideIcon, MessagesSquare, UserX, Video } from 'lucide-react'
import type { Overview } from '#contract/analytics.ts'
import { count } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { StatCard } from '#web/ui/stat-card.tsx'
import { FigureLink } from './figure-link.tsx'

/** The names that the list of clients has for them (specification part 2, section 2.1). */
const kinds: { of: keyof Overview['waiting']; label: string; icon: LucideIcon }[] = [
  { of: 'coach', label: 'No Coach Assigned', icon: UserX },
  { of: 'recording', label: 'Waiting for Recording File', icon: Video },
  { of: 'transcription', label: 'Waiting for Transcription', icon: FileText },
  { of: 'conversation', label: 'Waiting for Session Log Analysis', icon: MessagesSquare },
]

type WaitingWorkProps = { waiting: Overview['waiting']; isForAdmin: boolean }

/** Clients for whom somebody has to do something next. A coach's clients all have a coach. */
export function WaitingWork({ waiting, isForAdmin }: WaitingWorkProps) {
  const shown = kinds.filter(({ of }) => isForAdmin || of !== 'coach')
  return (
    <section aria-labelledby="waiting-work">
      <h2 id="waiting-work" className="mb-3 text-base">
        Waiting work
      </h2>
      <ul
        className={classNames(
          'grid gap-3 max-lg:grid-cols-2 max-md:grid-cols-1',
          shown.length === 4 ? 'grid-cols-4' : 'grid-cols-3',
        )}
      >
        {shown.map(({ of, label, icon }) => (
          <li key={of} className="grid">
            <FigureLink to={paths.clients}>
              <StatCard
                label={label}
                icon={icon}
                value={count(waiting[of])}
                hint={waiting[of] === 1 ? 'client' : 'clients'}
              />
            </FigureLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
