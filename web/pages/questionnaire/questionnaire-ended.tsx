import { HeartHandshake, Leaf, Clock, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'
import { formatCalendarDay, formatDateTime } from '#web/lib/dates.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { HelpLines } from '#web/parts/help-lines.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { coachNotice, sentNotice } from './coach-notice.ts'

/** Why there is nothing to answer: a calm end. */
export function QuestionnaireEnded({ opened }: { opened: OpenedQuestionnaire }) {
  const { icon: Icon, title, text } = getWords(opened)
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(title)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      {opened.isCoachNotified !== null && opened.help && (
        <HelpLines help={opened.help}>
          {opened.state !== 'answered' && <p className="mt-2 text-muted">{coachNotice(opened)}</p>}
        </HelpLines>
      )}
      <Card className="p-8 text-center">
        <span className="mx-auto flex size-14 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
          <Icon aria-hidden size={28} />
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-4 text-lg outline-none">
          {title}
        </h1>
        <p className="mt-2 text-pretty">{text}</p>
        {opened.endedAt && (
          <p className="mt-1 text-xs text-muted">{formatDateTime(opened.endedAt)}</p>
        )}
        <Button asChild className="mt-6 h-12">
          <Link to={paths.myPlan(opened.clientId)}>Back to your plan</Link>
        </Button>
      </Card>
    </>
  )
}

function getWords(opened: OpenedQuestionnaire): {
  icon: LucideIcon
  title: string
  text: string
} {
  switch (opened.state) {
    case 'declined':
      return {
        icon: Leaf,
        title: 'You declined this questionnaire',
        text: 'That’s fine. None of your answers were kept.',
      }
    case 'withdrawn':
      return {
        icon: Leaf,
        title: 'Nothing to answer',
        text: 'Your coach withdrew this questionnaire. Nothing to do for now.',
      }
    case 'later':
      return {
        icon: Clock,
        title: 'Not yet',
        text: `You can answer this questionnaire from ${opened.opensOn ? formatCalendarDay(opened.opensOn) : 'later'}.`,
      }
    case 'open':
    case 'answered':
      return {
        icon: HeartHandshake,
        title: 'Thank you',
        text: sentNotice(opened),
      }
  }
}
