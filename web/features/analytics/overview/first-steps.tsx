import { Link } from 'react-router'
import type { FirstStep, Overview } from '#contract/analytics/analytics.ts'
import { putSetting } from '#contract/settings/settings.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ChecklistCard } from '#web/parts/checklist-card.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

type Place = { label: string; to: string; place: string }

const settings = { to: paths.settings, place: 'General Settings' }

/** What each step says, and where it is done. */
const steps: Record<FirstStep, Place> = {
  brandName: { label: 'Set or confirm the brand name', ...settings },
  timeZone: { label: 'Set or confirm the time zone', ...settings },
  country: { label: 'Set or confirm the country', ...settings },
  email: {
    label: 'Connect and test an email provider',
    to: `${paths.settings}?tab=integrations`,
    place: 'External Integrations',
  },
  backup: { label: 'Make a backup', ...settings },
  organization: {
    label: 'Add the first organization',
    to: paths.organizations,
    place: 'Organizations',
  },
  coach: { label: 'Add the first coach', to: paths.coaches, place: 'Coaches' },
  secondFactor: {
    label: 'Protect your account with a second factor',
    to: paths.security,
    place: 'Security',
  },
}

/** What a new installation needs (docs/product.md, "First start"). */
export function FirstSteps({ firstSteps }: Pick<Overview, 'firstSteps'>) {
  const hide = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(putSetting, { params: { name: 'showFirstSteps' }, body: { value: false } }),
    successToast: () => ({
      title: 'First steps hidden',
      description: 'System Settings can show them again.',
    }),
    errorToast: 'The list could not be hidden',
  })
  return (
    <ChecklistCard
      title="First steps"
      actions={
        <Button variant="ghost" size="sm" isPending={hide.isPending} onClick={() => hide.run()}>
          Hide
        </Button>
      }
      items={firstSteps.map(({ step, isDone }) => {
        const { label, to, place } = steps[step]
        return {
          ...{ label, isDone },
          action: (
            <Button asChild variant="secondary" size="sm">
              <Link to={to} aria-label={`${place}: ${label}`}>
                {place}
              </Link>
            </Button>
          ),
        }
      })}
    />
  )
}
