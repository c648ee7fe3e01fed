import { useState } from 'react'
import { alertsIn, type GivenAnswers, type Instrument } from '#contract/instruments.ts'
import type { OpenedQuestionnaire } from '#contract/questionnaires.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/parts/page-state.tsx'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Beginning } from './beginning.tsx'
import { Question } from './question.tsx'
import { SendAnswers } from './send-answers.tsx'
import { useAnswers } from './use-answers.ts'
import { WhomToCall } from './whom-to-call.tsx'

/** From the first screen to the last: where somebody left off, they go on, on whichever device. */
export function Answering({ opened }: { opened: OpenedQuestionnaire }) {
  const { instrument, help, isCoachTold, clientId } = opened
  const { items } = instrument
  usePageTitle(instrument.shortTitle)
  const kept = useAnswers(opened)
  const { answers } = kept
  const answered = items.filter(({ key }) => key in answers).length
  const [step, setStep] = useState(() => (answered ? firstOpen(items, answers) : -1))
  const item = items[step]
  const isAlert = isCoachTold !== null || alertsIn(instrument, answers).length > 0
  return (
    <>
      <p>
        <BackLink to={paths.myPlan(clientId)}>
          {answered ? 'Go on later' : 'Back to your plan'}
        </BackLink>
      </p>
      {kept.isLost && (
        <Banner tone="amber" isLive>
          The server cannot be reached. Your last answer is kept here and saved as soon as it can
          be.
        </Banner>
      )}
      {step < 0 && <Beginning opened={opened} onBegin={() => setStep(0)} />}
      {item && (
        <Question
          key={item.key}
          {...{ instrument, item }}
          place={step + 1}
          value={answers[item.key]}
          onAnswer={(value) => {
            kept.keep(item.key, value)
            // Whoever should see whom to call does not have it pass by.
            if (!alertsIn(instrument, { [item.key]: value }).length) setStep(step + 1)
          }}
          onBack={() => setStep(step - 1)}
          onNext={() => setStep(step + 1)}
        />
      )}
      {step >= items.length && (
        <SendAnswers opened={opened} kept={kept} onBack={() => setStep(items.length - 1)} />
      )}
      {isAlert && help && step >= items.findIndex((it) => it.alertAbove !== undefined) && (
        <WhomToCall help={help} isCoachTold={isCoachTold} hasCoach={opened.coachName !== null} />
      )}
    </>
  )
}

/** The first question that was not come to, or the end. */
function firstOpen(items: Instrument['items'], answers: GivenAnswers) {
  const open = items.findIndex(({ key }) => !(key in answers))
  return open < 0 ? items.length : open
}
