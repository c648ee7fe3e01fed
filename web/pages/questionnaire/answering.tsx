import { useState, type ReactNode, useEffect, useRef } from 'react'
import { Clock, Lock, MessageCircle, Phone, type LucideIcon, ArrowLeft } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import {
  findAlerts,
  type GivenAnswers,
  type Instrument,
} from '#contract/questionnaires/instruments.ts'
import {
  type OpenedQuestionnaire,
  sendAnswers,
  declineQuestionnaire,
} from '#contract/questionnaires/questionnaires.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { HelpLines } from '#web/parts/help-lines.tsx'
import { BackLink } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { coachNotice } from './coach-notice.ts'
import { Question } from './question.tsx'
import { useAnswers, questionnaireQuery } from './use-answers.ts'

/** From the first screen to the last: where somebody left off, they go on, on whichever device. */
export function Answering({ opened }: { opened: OpenedQuestionnaire }) {
  const { instrument, help, isCoachNotified, clientId } = opened
  const { items } = instrument
  usePageTitle(instrument.shortTitle)
  const kept = useAnswers(opened)
  const { answers } = kept
  const answered = items.filter(({ key }) => key in answers).length
  const [step, setStep] = useState(() => (answered ? firstOpen(items, answers) : -1))
  const item = items[step]
  const isAlert = isCoachNotified !== null || findAlerts(instrument, answers).length > 0
  const [wasAlertAtFirst] = useState(isAlert)
  return (
    <>
      <p>
        <BackLink to={paths.myPlan(clientId)}>
          {answered ? 'Finish later' : 'Back to your plan'}
        </BackLink>
      </p>
      {kept.isLost && (
        <Banner tone="amber" isLive>
          The server cannot be reached. Your last answer is kept here and will be saved
          automatically.
        </Banner>
      )}
      {isAlert && help && step >= items.findIndex((it) => it.alertAbove !== undefined) && (
        <HelpLines help={help} takesFocus={!wasAlertAtFirst}>
          <p className="mt-2 text-muted">{coachNotice(opened)}</p>
        </HelpLines>
      )}
      {step < 0 && <QuestionnaireIntro opened={opened} onBegin={() => setStep(0)} />}
      {item && (
        <Question
          key={item.key}
          {...{ instrument, item }}
          place={step + 1}
          value={answers[item.key]}
          onAnswer={(value) => {
            kept.keep(item.key, value)
            // Who to call is not to pass by unread.
            if (!findAlerts(instrument, { [item.key]: value }).length) setStep(step + 1)
          }}
          onBack={() => setStep(step - 1)}
          onNext={() => setStep(step + 1)}
        />
      )}
      {step >= items.length && (
        <SendAnswers opened={opened} kept={kept} onBack={() => setStep(items.length - 1)} />
      )}
    </>
  )
}

/** The first question that was not come to, or the end. */
function firstOpen(items: Instrument['items'], answers: GivenAnswers) {
  const open = items.findIndex(({ key }) => !(key in answers))
  return open < 0 ? items.length : open
}

type QuestionnaireIntroProps = { opened: OpenedQuestionnaire; onBegin: () => void }

/** What it is, how long it takes and who sees it, before anything is asked. */
function QuestionnaireIntro({ opened, onBegin }: QuestionnaireIntroProps) {
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

type SendAnswersProps = {
  opened: OpenedQuestionnaire
  kept: ReturnType<typeof useAnswers>
  onBack: () => void
}

/** The last screen before the answers are sent: until then everything can be changed, and nothing afterwards. */
function SendAnswers({ opened, kept, onBack }: SendAnswersProps) {
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { id, instrument, coachName } = opened
  const { queryKey } = questionnaireQuery(id)
  const skipped = instrument.items.filter(({ key }) => kept.answers[key] === null).length
  const sending = useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      await kept.settled()
      const version = queries.getQueryData(queryKey)?.version
      return call(sendAnswers, { params: { id }, body: { version } })
    },
    errorToast: 'Your answers could not be sent, but they’re saved. Please try again.',
    onSuccess: (sent) => queries.setQueryData(queryKey, sent),
  })
  return (
    <Card>
      <h1 ref={heading} tabIndex={-1} className="text-lg outline-none">
        That was the last question
      </h1>
      <p className="mt-2">
        {skipped
          ? `You skipped ${skipped} of ${instrument.items.length} questions. `
          : 'You answered all questions. '}
        You can go back and change an answer. You can’t change answers after sending.
      </p>
      <div className="mt-6 flex flex-col gap-2">
        <Button
          className="h-14 text-base"
          isPending={sending.isPending}
          pendingLabel={kept.isSaved ? 'Sending...' : 'Saving your last answer...'}
          onClick={() => sending.run()}
        >
          Send to {coachName ?? 'your coach'}
        </Button>
        <Button variant="secondary" className="h-12" icon={ArrowLeft} onClick={onBack}>
          Back to the questions
        </Button>
        <Decline opened={opened} />
      </div>
    </Card>
  )
}

/** Nobody has to answer. */
function Decline({ opened: { id } }: { opened: OpenedQuestionnaire }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refusal = useApiMutation({
    mutationFn: (_nothing: void, call) => call(declineQuestionnaire, { params: { id } }),
    errorToast: 'This could not be saved. Please try again.',
    onSuccess: (declined) => queries.setQueryData(questionnaireQuery(id).queryKey, declined),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="ghost" className="h-12" onClick={() => setAsking(true)}>
        I would rather not answer
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Decline this questionnaire?"
        description="That’s fine. Your coach will see that you declined, but none of your answers."
        confirmLabel="Decline questionnaire"
        pendingLabel="Saving..."
        tone="primary"
        isPending={refusal.isPending}
        onConfirm={() => refusal.run()}
      />
    </>
  )
}
