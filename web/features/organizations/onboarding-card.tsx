import { ExternalLink } from 'lucide-react'
import type { Organization } from '#contract/organizations/organizations.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { RotateLink } from './rotate-link.tsx'

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
