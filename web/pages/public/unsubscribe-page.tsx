import { useState } from 'react'
import { useLocation } from 'react-router'
import { unsubscribe } from '#contract/messages/unsubscribe.ts'
import { FailureBanner } from '#web/features/accounts/auth/failure-banner.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'

/** The token is in the URL fragment, which never reaches a server or a log. Opening the page changes nothing. */
export function UnsubscribePage() {
  usePageTitle('Turn off emails')
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  const [label, setLabel] = useState<string>()
  const turnOff = useApiMutation({
    mutationFn: (sent: string, call) => call(unsubscribe, { params: { token: sent } }),
    onSuccess: (answer) => setLabel(answer.label),
  })
  return (
    <PublicFrame>
      {label ? (
        <MessageCard title="Turned off">
          You won’t get these emails any more: {label.toLowerCase()}. You’ll still find them in your
          notifications.
        </MessageCard>
      ) : token ? (
        <>
          <PublicHeading title="Turn off these emails?">
            You’ll still find what they say in your notifications, after signing in.
          </PublicHeading>
          <Button
            isPending={turnOff.isPending}
            pendingLabel="Turning off..."
            onClick={() => turnOff.run(token)}
          >
            Turn off
          </Button>
          {turnOff.error && <FailureBanner error={turnOff.error} />}
        </>
      ) : (
        <MessageCard title="This link is incomplete">
          You can choose which emails you get under Notifications, after signing in.
        </MessageCard>
      )}
    </PublicFrame>
  )
}
