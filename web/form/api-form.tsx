import { createContext, type ReactNode, useContext } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { ApiFormState } from './use-api-form.ts'

type FormConflict = Pick<
  ApiFormState<FieldValues, unknown>,
  'fieldNames' | 'base' | 'theirs' | 'acceptTheirs'
>
const FormConflictContext = createContext<FormConflict | undefined>(undefined)

/** Throws for a field that is missing in the form's defaults: its value would never be sent. */
export function useFormConflict(name: string) {
  const conflict = useContext(FormConflictContext)
  if (!conflict?.fieldNames.includes(name))
    throw new Error(`The form around it has no field ${name}.`)
  return conflict
}

/** The form element around its fields. A submit button outside it names the form's id. */
export function ApiForm<Fields extends FieldValues, Checked>({
  form,
  children,
}: {
  form: ApiFormState<Fields, Checked>
  children: ReactNode
}) {
  return (
    <FormProvider {...form.methods}>
      <FormConflictContext value={form}>
        <form
          id={form.id}
          noValidate
          onSubmit={(event) => void form.submit(event)}
          className="flex flex-col gap-4"
        >
          <FormNotices {...form} />
          {children}
        </form>
      </FormConflictContext>
    </FormProvider>
  )
}

type FormNoticesProps = Pick<FormConflict, 'theirs' | 'acceptTheirs'> & { isRestored: boolean }

function FormNotices({ theirs, acceptTheirs, isRestored }: FormNoticesProps) {
  if (theirs)
    return (
      <Banner
        tone="amber"
        role="alert"
        className="mb-3"
        action={
          <Button variant="secondary" size="sm" onClick={() => acceptTheirs()}>
            Take all of theirs
          </Button>
        }
      >
        <strong>Someone else has saved changes.</strong> Your entries are still here, with theirs
        below each field that differs. Saving again overwrites theirs.
      </Banner>
    )
  return isRestored && <RestoredNotice />
}

export const RestoredNotice = () => (
  <Banner tone="blue" className="mb-3">
    What you had typed before your login ended is here again. It is not saved yet.
  </Banner>
)
