import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, FileText, Mail, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import {
  downloadPoster,
  getOnboardingLink,
  invitationSentences,
  onboardingAddress,
  type OnboardingLink,
  rotateInvite,
  shareInvite,
} from '#contract/organizations/onboarding-link.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { queryFor } from '#web/lib/query.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const QrCode = lazyComponent(
  async () => (await import('./qr-code.tsx')).QrCode,
  'The QR code could not be loaded.',
)

type OnboardingCardProps = { organizationId: string }

/** The link with which employees register (docs/product.md, "Organizations"). */
export const OnboardingCard = ({ organizationId }: OnboardingCardProps) => (
  <Card id="onboarding" aria-label="Employee Onboarding">
    <CardHeader
      title="Employee Onboarding"
      description="Employees register with this link. It stays valid until you rotate it."
    />
    <ReadState
      read={useQuery(queryFor(getOnboardingLink, { params: { id: organizationId } }))}
      loading={
        <>
          <Spinner label="Loading the onboarding link" className="sr-only" />
          <Skeleton className="h-59 max-md:h-119" />
        </>
      }
      failed="The onboarding link could not be loaded"
    >
      {(link) => <Invitation organizationId={organizationId} link={link} />}
    </ReadState>
  </Card>
)

type InvitationProps = OnboardingCardProps & { link: OnboardingLink }

function Invitation({ organizationId, link }: InvitationProps) {
  const { organizationName, inviteToken } = link
  const address = onboardingAddress(location.origin, organizationId, inviteToken)
  const onShared = useShare(organizationId, link)
  const poster = useDownload('The poster could not be downloaded.')
  const text = `Hello,\n\n${invitationSentences(organizationName).join(' ')}\n\nRegister here:\n${address}\n`
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-3">
        <Field label="Onboarding link">
          {(attributes) => (
            <Input
              {...attributes}
              readOnly
              value={address}
              onFocus={(event) => event.currentTarget.select()}
              onCopy={onShared}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <CopyButton
            text={address}
            label="Copy Link"
            // Fixed (docs/product.md, "Organizations").
            done={{
              title: 'Link copied',
              description: 'Onboarding link has been copied to clipboard.',
            }}
            failed="Failed to copy link to clipboard"
            onCopied={onShared}
          />
          <CopyButton
            variant="secondary"
            text={text}
            label="Copy Invitation"
            done={{ title: 'Invitation copied' }}
            failed="Failed to copy the invitation to clipboard"
            onCopied={onShared}
          />
          <Button asChild variant="secondary" icon={Mail}>
            <a href={mailAddress(organizationName, text)} onClick={onShared}>
              Send by Email
            </a>
          </Button>
          <Button asChild variant="secondary" icon={ExternalLink}>
            <a href={address} target="_blank" rel="noreferrer">
              Open<span className="sr-only"> in a new tab</span>
            </a>
          </Button>
          <RotateLink organizationId={organizationId} name={organizationName} />
        </div>
      </div>
      <div className="min-h-59 w-40">
        <QrCode link={address} name={organizationName} onDownload={onShared} />
        <Button
          variant="ghost"
          size="sm"
          icon={FileText}
          className="mt-1 w-full"
          isPending={poster.isPending}
          onClick={() => {
            poster.download(buildUrl(downloadPoster, { params: { id: organizationId } }))
            onShared()
          }}
        >
          Download poster
        </Button>
      </div>
    </div>
  )
}

const mailAddress = (organizationName: string, text: string) => {
  const subject = `${organizationName} offers you a personal coach`
  // Mail programs expect CRLF (RFC 6068).
  const body = text.replaceAll('\n', '\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** Records that the link was shared; a failure is asked for again with the next copy. */
function useShare(id: string, { isInviteShared }: OnboardingLink) {
  const share = useApiMutation({
    mutationFn: (_nothing: void, call) => call(shareInvite, { params: { id } }),
    errorToast: () => undefined,
  })
  return () => {
    if (!isInviteShared) share.run()
  }
}

type RotateLinkProps = { organizationId: string; name: string }

function RotateLink({ organizationId, name }: RotateLinkProps) {
  const [isConfirming, setConfirming] = useState(false)
  const rotate = useRotate(organizationId, () => setConfirming(false))
  return (
    <>
      <Button variant="secondary" icon={RefreshCw} onClick={() => setConfirming(true)}>
        Rotate Link
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Rotate the onboarding link?"
        description={`The current link of ${name} stops working immediately, also in emails and on printed copies. Employees who have already registered keep their accounts. Administrators are told.`}
        confirmLabel="Rotate Link"
        pendingLabel="Rotating..."
        isPending={rotate.isPending}
        onConfirm={() => rotate.run()}
      />
    </>
  )
}

function useRotate(id: string, onDone: () => void) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (_nothing: void, call) => call(rotateInvite, { params: { id } }),
    successToast: () => ({
      title: 'Link rotated',
      description: 'The old onboarding link no longer works.',
    }),
    errorToast: 'Failed to rotate the onboarding link',
    onSuccess: (rotated) => {
      queries.setQueryData(queryFor(getOnboardingLink, { params: { id } }).queryKey, rotated)
      onDone()
    },
  })
}
