import { useState } from 'react'
import {
  findAlerts,
  type GivenAnswers,
  type Instrument,
} from '#contract/questionnaires/instruments.ts'
import type { OpenedQuestionnaire } from '#contract/questionnaires/questionnaires.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { HelpLines } from '#web/parts/help-lines.tsx'
import { BackLink } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { QuestionnaireIntro } from './questionnaire-intro.tsx'
import { coachNotice } from './coach-notice.ts'
import { Question } from './question.tsx'
import { SendAnswers } from './send-answers.tsx'
import { useAnswers } from './use-answers.ts'

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
