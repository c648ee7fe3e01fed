import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  feedbackDays,
  feedbackWords,
  giveFeedback,
  type OwnFeedback,
  type Rating,
  rating as ratings,
  ratingLabel,
} from '#contract/feedback/feedback.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ownFeedbackQuery, useOwnFeedback } from './use-own-feedback.ts'

type AskFeedbackProps = {
  /** Also shows what was answered about this client's sessions; without it only questions, of all clients. */
  clientId?: string
  isImpersonating: boolean
}

/** Asks once how helpful the last session was. */
export function AskFeedback({ clientId, isImpersonating }: AskFeedbackProps) {
  const { data = [] } = useOwnFeedback(isImpersonating)
  const [open, setOpen] = useState<readonly string[]>([])
  const sessions = data.filter((it) => clientId === undefined || it.clientId === clientId)
  return sessions.map((it) => {
    const { sessionId } = it
    if (it.rating === null || open.includes(sessionId))
      return (
        <Question
          key={sessionId}
          session={it}
          onRated={() => setOpen((before) => [...before, sessionId])}
          onDone={() => setOpen((before) => before.filter((id) => id !== sessionId))}
        />
      )
    return (
      clientId !== undefined && (
        <p key={sessionId} className="mb-6 flex flex-wrap items-center gap-x-3 text-muted">
          Your feedback on {formatDate(it.sessionDate)}: {it.rating} of 5,{' '}
          {ratingLabel[it.rating].toLowerCase()}
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Change your feedback on ${formatDate(it.sessionDate)}`}
            onClick={() => setOpen((before) => [...before, sessionId])}
          >
            Change
          </Button>
        </p>
      )
    )
  })
}

type QuestionProps = { session: OwnFeedback; onRated: () => void; onDone: () => void }

function Question({ session, onRated, onDone }: QuestionProps) {
  const id = useId()
  const queries = useQueryClient()
  const { sessionId, familyName, sessionName, sessionDate } = session
  const rate = useApiMutation({
    mutationFn: (rating: Rating | null, call) =>
      call(giveFeedback, { params: { id: sessionId }, body: { rating } }),
    onSuccess: (all, rating) => {
      if (rating !== null) onRated()
      queries.setQueryData(ownFeedbackQuery.queryKey, all)
    },
    errorToast: 'Your answer could not be saved. Please try again.',
  })
  const chosen = rate.isPending ? rate.sent : session.rating
  return (
    <section
      aria-labelledby={id}
      className="mb-6 rounded-md border border-line bg-surface p-6 max-md:p-4"
    >
      <h2 id={id} className="text-base">
        {familyName ? (
          <>
            Was <bdi>{familyName}</bdi>’s session helpful?
          </>
        ) : (
          'Was this session helpful?'
        )}
      </h2>
      <p dir="auto" className="text-muted">
        {sessionName}, <time dateTime={sessionDate}>{formatDateTime(sessionDate)}</time>
      </p>
      <fieldset
        aria-labelledby={id}
        className="mt-4 grid max-w-2xl min-w-0 grid-cols-5 gap-2 max-md:gap-1"
      >
        {[...ratings.values].map((it) => (
          <button
            key={it}
            type="button"
            aria-pressed={it === chosen}
            onClick={() => rate.run(it)}
            className={classNames(
              'flex min-h-16 min-w-0 flex-col items-center gap-0.5 rounded-md border px-1 py-2 text-center text-xs transition-colors',
              it === chosen
                ? 'border-brand bg-brand-soft font-semibold'
                : 'border-outline/50 bg-surface hover:bg-sunken',
            )}
          >
            <span className="text-base font-semibold tabular-nums">{it}</span>
            {ratingLabel[it]}
          </button>
        ))}
      </fieldset>
      <output className="mt-2 block text-xs text-muted">
        {session.rating !== null && `Saved. You can change it for ${feedbackDays} days.`}
      </output>
      {session.rating === null ? (
        <Button variant="ghost" className="mt-2 h-11" onClick={() => rate.run(null)}>
          Skip
        </Button>
      ) : (
        session.coachName && (
          <Words session={session} coachName={session.coachName} onDone={onDone} />
        )
      )}
    </section>
  )
}

type WordsProps = { session: OwnFeedback; coachName: string; onDone: () => void }

/** A line to the coach, after the rating. */
function Words({ session: { sessionId, rating, words }, coachName, onDone }: WordsProps) {
  const queries = useQueryClient()
  const form = useApiForm({
    schema: feedbackWords,
    defaults: { words: words ?? '' },
    draftKey: `feedback ${sessionId}`,
    mutationFn: ({ fields }, call) =>
      call(giveFeedback, { params: { id: sessionId }, body: { ...fields, rating } }),
    successToast: () => ({ title: 'Feedback sent', description: `${coachName} will see it.` }),
    errorToast: 'Your feedback could not be sent. Please try again.',
    onSuccess: (all) => {
      queries.setQueryData(ownFeedbackQuery.queryKey, all)
      onDone()
    },
  })
  const { question } = useUnsavedChanges(form.unsaved)
  return (
    <div className="mt-4 max-w-2xl">
      <ApiForm form={form}>
        {question}
        <TextAreaField
          name="words"
          label="Anything to add?"
          hint={`Only ${coachName} sees your answer.`}
          rows={2}
        />
        <Button
          type="submit"
          className="h-11 self-start"
          isPending={form.isPending}
          pendingLabel="Sending..."
        >
          Send
        </Button>
      </ApiForm>
    </div>
  )
}
