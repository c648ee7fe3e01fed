import { ClipboardPen, CircleSlash, Clock, PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { calendarDay } from '#contract/calendar.ts'
import type { Questionnaire } from '#contract/questionnaires.ts'
import { formatCalendarDay, formatDate } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { WithdrawQuestionnaire } from './withdraw-questionnaire.tsx'

type GivenQuestionnairesProps = {
  clientId: string
  /** Those that were not answered. */
  questionnaires: readonly Questionnaire[]
  isWritable: boolean
  now: Date
}

/** What waits to be answered, the one due first, and what came to nothing. */
export function GivenQuestionnaires({
  clientId,
  questionnaires,
  isWritable,
  now,
}: GivenQuestionnairesProps) {
  const [asked, setAsked] = useState<Questionnaire>()
  if (!questionnaires.length) return null
  const isOpen = ({ state }: Questionnaire) => state === 'open' || state === 'later'
  const listed = questionnaires.toSorted(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999'),
  )
  return (
    <>
      <section
        aria-label="Questionnaires that were given"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="relative max-h-96 overflow-y-auto border-t border-line first:border-t-0 focus-visible:-outline-offset-2"
      >
        <ul>
          {listed.map((it) => (
            <li
              key={it.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0"
            >
              <div className="min-w-0">
                <p className="font-semibold">{it.instrument.title}</p>
                <p className="text-muted">
                  {it.dueDate ? `Due ${formatCalendarDay(it.dueDate)}` : 'No date'}
                  {it.state === 'later' && it.opensOn && ` · from ${formatCalendarDay(it.opensOn)}`}
                  {it.assignedBy && ` · given by ${it.assignedBy}`}
                </p>
                {it.note && <p className="mt-1 break-words whitespace-pre-line">{it.note}</p>}
              </div>
              <span className="flex flex-wrap items-center gap-2">
                <State questionnaire={it} today={calendarDay(now, timeZone)} />
                {isWritable && isOpen(it) && (
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Undo2}
                    aria-label={`Withdraw: ${it.instrument.title}`}
                    onClick={() => setAsked(it)}
                  >
                    Withdraw
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {asked && (
        <WithdrawQuestionnaire
          clientId={clientId}
          questionnaire={asked}
          all={questionnaires}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function State({ questionnaire: it, today }: { questionnaire: Questionnaire; today: string }) {
  if (it.state === 'declined' || it.state === 'withdrawn')
    return (
      <Badge icon={CircleSlash}>
        {it.state === 'declined' ? 'Declined' : 'Withdrawn'} {it.endedAt && formatDate(it.endedAt)}
      </Badge>
    )
  if (it.state === 'later') return <Badge icon={Clock}>Later</Badge>
  if (it.dueDate !== null && it.dueDate < today)
    return (
      <Badge tone="amber" icon={Clock}>
        Date has passed
      </Badge>
    )
  return it.isBegun ? (
    <Badge tone="blue" icon={PencilLine}>
      Begun
    </Badge>
  ) : (
    <Badge tone="blue" icon={ClipboardPen}>
      To answer
    </Badge>
  )
}
