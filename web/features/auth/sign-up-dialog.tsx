import { useNavigate } from 'react-router'
import { z } from 'zod'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { parseOnboardingLink } from './onboarding-link.ts'

const fields = z.object({
  link: z
    .string()
    .refine((link) => link.trim() !== '', {
      error: 'Please paste the onboarding link',
      abort: true,
    })
    .refine((link) => parseOnboardingLink(link, location.origin) !== undefined, {
      error: `This is no onboarding link of ${location.host}. Please copy the whole link from the message.`,
    }),
})

type SignUpDialogProps = { isOpen: boolean; onClose: () => void }

/** Says how one gets an account, by the employer's onboarding link, and opens one that was pasted. */
export function SignUpDialog({ isOpen, onClose }: SignUpDialogProps) {
  const navigate = useNavigate()
  return (
    <TooltipProvider>
      <FormDialog
        isOpen={isOpen}
        onClose={onClose}
        title="Sign up"
        description="You register with the onboarding link of your employer. It usually comes by e-mail."
        size="sm"
        schema={fields}
        defaults={{ link: '' }}
        submitLabel="Open link"
        write={async ({ fields: { link } }) => parseOnboardingLink(link, location.origin) ?? ''}
        onSuccess={(path) => void navigate(path)}
        below={
          <p className="mt-2 text-muted">
            No link yet? Please ask the person at work who looks after wellbeing or personnel.
            Coaches and administrators get their account from an administrator.
          </p>
        }
      >
        <TextField
          name="link"
          type="url"
          inputMode="url"
          label="Onboarding link"
          spellCheck={false}
          placeholder={`${location.origin}/onboard/…`}
        />
      </FormDialog>
    </TooltipProvider>
  )
}
