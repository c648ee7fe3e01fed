import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { createDirectLink } from '#contract/recordings/recordings.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'

/** Opens the video by itself in a new tab, by a signed link that works for five minutes. */
export function OpenDirect({ sessionId }: { sessionId: string }) {
  const link = useApiMutation({
    mutationFn: (_tab: Window | null, call) =>
      call(createDirectLink, { params: { id: sessionId } }),
    errorToast: 'Failed to open the recording. Please try again.',
    onSuccess: ({ url }, tab) => {
      if (tab) tab.location.replace(url)
      else setBlockedUrl(url)
    },
    onError: (_error, tab) => tab?.close(),
  })
  /** A link for the user if the browser blocked the tab. */
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null)
  function open() {
    setBlockedUrl(null)
    // Opened within the click: later the browser would block it as a pop-up.
    const tab = window.open('', '_blank')
    if (tab) tab.opener = null
    link.run(tab)
  }
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={ExternalLink}
        isPending={link.isPending}
        onClick={open}
      >
        Open Direct
      </Button>
      {blockedUrl && (
        <a href={blockedUrl} target="_blank" rel="noreferrer" className="self-center underline">
          Your browser blocked the new tab. Open the recording here.
        </a>
      )}
    </>
  )
}
