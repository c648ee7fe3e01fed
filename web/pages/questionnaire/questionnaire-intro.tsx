import { Clock, Lock, MessageCircle, Phone } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Decline } from './decline.tsx'

type QuestionnaireIntroProps = { opened: OpenedQuestionnaire; onBegin: () => void }

/** What it is, how long it takes and who sees it, before anything is asked. */
export function QuestionnaireIntro({ opened, onBegin }: QuestionnaireIntroProps) {
  const { instrument, note, coachName, help, dueDate } = opened
  const coach = coachName ?? 'your coach'
  return (
    <>
      <Card>
        <h1 className="text-lg text-balance">{instrument.title}</h1>
        <p className="mt-2">{instrument.about}</p>
        {note && <Point icon={MessageCircle}>{note}</Point>}
        <Point icon={Clock}>
          {instrument.items.length} questions, about{' '}
          {instrument.minutes === 1 ? 'a minute' : `${instrument.minutes} minutes`}. You can stop at
          any time and finish later.{dueDate && ` Due ${formatCalendarDay(dueDate)}.`}
        </Point>
        <Point icon={Lock}>
          Once you send them, your answers are seen by you, {coach} and the administrators of your
          coaching. Your employer never sees them. You can skip any question.
        </Point>
        {help && (
          <Point icon={Phone}>
            One question is about thoughts of dying or hurting yourself. If you have such thoughts,
            you’ll see right away who you can call, and{' '}
            {coachName ? 'your coach' : 'whoever leads your coaching'} will see that there is
            something to talk about, even before you send anything.
          </Point>
        )}
        <div className="mt-6 flex flex-col gap-2">
          <Button className="h-14 text-base" onClick={onBegin}>
            Begin
          </Button>
          <Decline opened={opened} />
        </div>
      </Card>
      <div className="text-xs text-muted">
        <p>{instrument.citation}</p>
        <p className="mt-1">{instrument.licence}</p>
      </div>
    </>
  )
}

const Point = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p className="mt-3 flex gap-3">
    <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-brand-ink" />
    <span dir="auto" className="min-w-0 break-words whitespace-pre-line">
      {children}
    </span>
  </p>
)
