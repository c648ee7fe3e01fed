import { CopyButton } from '#web/ui/copy-button.tsx'

export const hasWebhook = (provider: string) => provider === 'elevenlabs'

/** See docs/product.md, "Providers". */
export function WebhookAddress() {
  const address = `${location.origin}/api/webhook/elevenlabs`
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <p className="text-xs font-semibold">Webhook URL</p>
      <p className="text-xs text-muted">
        Enter this URL at ElevenLabs, which calls it when a transcript is ready.
      </p>
      <p className="mt-1 flex items-center gap-2">
        <code className="min-w-0 flex-1 text-xs break-all">{address}</code>
        <CopyButton
          isIcon
          text={address}
          label="Copy webhook URL"
          failed="Failed to copy the webhook URL to clipboard"
        />
      </p>
    </div>
  )
}
