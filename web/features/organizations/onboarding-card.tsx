import { ExternalLink, RefreshCw } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Organization,
  getOrganization,
  rotateInvite,
} from '#contract/organizations/organizations.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const QrCode = lazyComponent(
  async () => (await import('./qr-code.tsx')).QrCode,
  'The QR code could not be loaded.',
)

/** The link with which employees register (docs/product.md, "Organizations"). */
export function OnboardingCard({ organization }: { organization: Organization }) {
  const link = onboardingLink(organization)
  return (
    <Card aria-label="Employee Onboarding">
      <CardHeader
        title="Employee Onboarding"
        description="Employees register with this link. It stays valid until you rotate it."
      />
      <div className="flex flex-wrap items-start gap-6">
        <div className="min-w-0 flex-1 basis-80">
          <Field label="Onboarding link">
            {(attributes) => (
              <Input
                {...attributes}
                readOnly
                value={link}
                onFocus={(event) => event.currentTarget.select()}
              />
            )}
          </Field>
          <div className="mt-3 flex flex-wrap gap-2">
            <CopyButton
              text={link}
              label="Copy Link"
              // Fixed (docs/product.md, "Organizations").
              done={{
                title: 'Link copied',
                description: 'Onboarding link has been copied to clipboard.',
              }}
              failed="Failed to copy link to clipboard"
            />
            <Button asChild variant="secondary" icon={ExternalLink}>
              <a href={link} target="_blank" rel="noreferrer">
                Open<span className="sr-only"> in a new tab</span>
              </a>
            </Button>
            <RotateLink organization={organization} />
          </div>
        </div>
        <div className="min-h-49 w-40">
          <QrCode link={link} name={organization.name} />
        </div>
      </div>
    </Card>
  )
}

const onboardingLink = ({ id, inviteToken }: Pick<Organization, 'id' | 'inviteToken'>) =>
  `${location.origin}${paths.onboard(id, inviteToken)}`

function RotateLink({ organization: { id, name } }: { organization: Organization }) {
  const [isConfirming, setConfirming] = useState(false)
  const rotate = useRotate(id, () => setConfirming(false))
  return (
    <>
      <Button variant="secondary" icon={RefreshCw} onClick={() => setConfirming(true)}>
        Rotate Link
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Rotate the onboarding link?"
        description={`The current link of ${name} stops working immediately, also in emails and on printed copies. Employees who have already registered keep their accounts.`}
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
      queries.setQueryData(queryFor(getOrganization, { params: { id } }).queryKey, rotated)
      onDone()
    },
  })
}
