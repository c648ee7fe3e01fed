import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { onboardingPathOf } from './onboarding-link.ts'

/** Says how one gets an account, by the employer's onboarding link, and opens one that was pasted. */
export function SignUpDialog() {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  return (
    <>
      <Button variant="secondary" className="w-full" onClick={() => setOpen(true)}>
        Sign up
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Sign up"
        description="You register with the onboarding link of your employer. It usually comes by e-mail."
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" form={formId}>
              Open link
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <LinkForm id={formId} />
          <p className="text-muted">
            No link yet? Please ask the person at work who looks after wellbeing or personnel.
            Coaches and administrators get their account from an administrator.
          </p>
        </div>
      </Dialog>
    </>
  )
}

function LinkForm({ id }: { id: string }) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { link: '' } })
  const open = handleSubmit(({ link }) => {
    const path = onboardingPathOf(link, location.origin)
    if (path) void navigate(path)
  })
  return (
    <form id={id} noValidate onSubmit={(event) => void open(event)}>
      <Field label="Onboarding link" error={formState.errors.link?.message}>
        {(control) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={`${location.origin}/onboard/…`}
            {...control}
            {...register('link', { validate: isOurs })}
          />
        )}
      </Field>
    </form>
  )
}

function isOurs(link: string) {
  if (!link.trim()) return 'Please paste the onboarding link'
  return (
    onboardingPathOf(link, location.origin) !== undefined ||
    `This is no onboarding link of ${location.host}. Please copy the whole link from the message.`
  )
}
