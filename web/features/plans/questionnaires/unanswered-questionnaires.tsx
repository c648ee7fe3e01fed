import { ClipboardPen, CircleSlash, Clock, PencilLine, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { calendarDay } from '#contract/rules/calendar.ts'
import type { Questionnaire } from '#contract/questionnaires/questionnaires.ts'
import { formatCalendarDay, formatDate } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { WithdrawQuestionnaire } from './withdraw-questionnaire.tsx'

type UnansweredQuestionnairesProps = {
  clientId: string

  questionnaires: readonly Questionnaire[]
  isWritable: boolean
  now: Date
}

/** Open questionnaires by due date, then declined and withdrawn ones. */
export function UnansweredQuestionnaires({
  clientId,
  questionnaires,
  isWritable,
  now,
}: UnansweredQuestionnairesProps) {
  const [withdrawing, setWithdrawing] = useState<Questionnaire>()
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
        aria-label="Unanswered questionnaires"
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
                  {it.dueDate ? `Due ${formatCalendarDay(it.dueDate)}` : 'No due date'}
                  {it.state === 'later' &&
                    it.opensOn &&
                    ` · opens ${formatCalendarDay(it.opensOn)}`}
                  {it.assignedBy && ` · assigned by ${it.assignedBy}`}
                </p>
                {it.note && (
                  <p dir="auto" className="mt-1 break-words whitespace-pre-line">
                    {it.note}
                  </p>
                )}
              </div>
              <span className="flex flex-wrap items-center gap-2">
                <State questionnaire={it} today={calendarDay(now, timeZone)} />
                {isWritable && isOpen(it) && (
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Undo2}
                    aria-label={`Withdraw: ${it.instrument.title}`}
                    onClick={() => setWithdrawing(it)}
                  >
                    Withdraw
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {withdrawing && (
        <WithdrawQuestionnaire
          clientId={clientId}
          questionnaire={withdrawing}
          all={questionnaires}
          onClose={() => setWithdrawing(undefined)}
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
  if (it.state === 'later') return <Badge icon={Clock}>Not open yet</Badge>
  if (it.dueDate !== null && it.dueDate < today)
    return (
      <Badge tone="amber" icon={Clock}>
        Overdue
      </Badge>
    )
  return it.isBegun ? (
    <Badge tone="blue" icon={PencilLine}>
      Started
    </Badge>
  ) : (
    <Badge tone="blue" icon={ClipboardPen}>
      Not started
    </Badge>
  )
}
