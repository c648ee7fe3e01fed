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
      error: 'Paste your onboarding link',
      abort: true,
    })
    .refine((link) => parseOnboardingLink(link, location.origin) !== undefined, {
      error: `This isn't an onboarding link for ${location.host}. Copy the whole link from your invitation.`,
    }),
})

type SignUpDialogProps = { isOpen: boolean; onClose: () => void }

/** Explains that registration is by the employer's onboarding link, and opens a pasted one. */
export function SignUpDialog({ isOpen, onClose }: SignUpDialogProps) {
  const navigate = useNavigate()
  return (
    <TooltipProvider>
      <FormDialog
        isOpen={isOpen}
        onClose={onClose}
        title="Sign up"
        description="Register with your employer's onboarding link, which usually comes by email."
        size="sm"
        schema={fields}
        defaults={{ link: '' }}
        submitLabel="Open link"
        mutationFn={async ({ fields: { link } }) =>
          parseOnboardingLink(link, location.origin) ?? ''
        }
        onSuccess={(path) => void navigate(path)}
        afterFields={
          <p className="mt-2 text-muted">
            No link yet? Ask the person at work who looks after wellbeing or HR. Coaches and
            administrators get their account from an administrator.
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
