import { Fragment, useEffect, useState } from 'react'
import type { Client } from '#contract/clients.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'

const AcknowledgeMark = lazyComponent(
  async () => (await import('./acknowledge-mark.tsx')).AcknowledgeMark,
  'The dialog could not be loaded.',
)

/** Shown at the top of a plan until every answer about thoughts of self-harm is acknowledged. */
export function SafetyNotice({ client: { id, safetyMarks } }: { client: Client }) {
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
        <strong className="block">
          Thoughts of self-harm in{' '}
          {safetyMarks.map(({ questionnaire, raisedAt }, index) => (
            <Fragment key={raisedAt}>
              {index > 0 && '; '}
              {questionnaire}, <time dateTime={raisedAt}>{formatDateTime(raisedAt)}</time>
            </Fragment>
          ))}
        </strong>
        Please contact the client today. The client was shown who to call.
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
