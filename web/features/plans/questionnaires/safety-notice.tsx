import { Fragment, useEffect, useState } from 'react'
import type { Client } from '#contract/clients/clients.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

const AcknowledgeMark = lazyComponent(
  async () => (await import('./acknowledge-mark.tsx')).AcknowledgeMark,
  'The dialog could not be loaded.',
)

type SafetyNoticeProps = { client: Client; onOpenSession: (id: string) => void }

/** Shown at the top of a plan until every safety mark is acknowledged. */
export function SafetyNotice({ client: { id, safetyMarks }, onOpenSession }: SafetyNoticeProps) {
  const answers = safetyMarks.filter((it) => it.sessionId === null)
  const lines = safetyMarks.filter((it) => it.sessionId !== null)
  const [isOpen, setOpen] = useState(false)
  const [turn, setTurn] = useState(0)
  useFocusOnPlan(turn > 0)
  return (
    <>
      <Banner
        tone="red"
        className="mb-6"
        action={
          <Button
            size="sm"
            onClick={() => {
              setTurn(turn + 1)
              setOpen(true)
            }}
          >
            Acknowledge
          </Button>
        }
      >
        {answers.length > 0 && (
          <p>
            <strong className="block">
              Thoughts of self-harm in{' '}
              {answers.map(({ questionnaire, raisedAt }, index) => (
                <Fragment key={raisedAt}>
                  {index > 0 && '; '}
                  {questionnaire}, <time dateTime={raisedAt}>{formatDateTime(raisedAt)}</time>
                </Fragment>
              ))}
            </strong>
            Please contact the client today. The client was shown who to call.
          </p>
        )}
        {lines.map(({ sessionId, raisedAt }) => (
          <p key={sessionId}>
            <strong className="block">The client may have spoken of dying or self-harm</strong>
            <button
              type="button"
              className="font-semibold underline underline-offset-4"
              onClick={() => onOpenSession(sessionId ?? '')}
            >
              Read the line
            </button>{' '}
            found on <time dateTime={raisedAt}>{formatDateTime(raisedAt)}</time>, and contact the
            client today if it’s meant. The client hasn’t been told.
          </p>
        ))}
      </Banner>
      {turn > 0 && (
        <AcknowledgeMark key={turn} clientId={id} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Moves the focus to the plan's heading when the notice disappears with its focused button. */
function useFocusOnPlan(isAsked: boolean) {
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!isAsked || !heading) return undefined
    heading.tabIndex = -1
    return () => {
      const isLost = document.activeElement === document.body
      if (isLost && heading.isConnected) heading.focus()
    }
  }, [isAsked])
}
