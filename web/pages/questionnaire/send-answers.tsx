import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type OpenedQuestionnaire, sendAnswers } from '#contract/questionnaires/questionnaires.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Decline } from './decline.tsx'
import { questionnaireQuery, type useAnswers } from './use-answers.ts'

type SendAnswersProps = {
  opened: OpenedQuestionnaire
  kept: ReturnType<typeof useAnswers>
  onBack: () => void
}

/** The last screen before the answers are sent: until then everything can be changed, and nothing afterwards. */
export function SendAnswers({ opened, kept, onBack }: SendAnswersProps) {
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
