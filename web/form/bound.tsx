import { createContext, type ReactNode, useContext } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { BoundForm } from './use-bound-form.ts'

type Shared = Pick<BoundForm<FieldValues, unknown>, 'names' | 'base' | 'theirs' | 'takeTheirs'>
const SharedContext = createContext<Shared | undefined>(undefined)

/** For the fields inside. Throws for a field that the form does not know: its text would be typed into nothing. */
export function useShared(name: string) {
  const shared = useContext(SharedContext)
  if (!shared?.names.includes(name)) throw new Error(`The form around it has no field ${name}.`)
  return shared
}

/** The form itself, with its fields as children; what sends it may stand elsewhere, by the form's id. */
export function Bound<Fields extends FieldValues, Checked>({
  bound,
  children,
}: {
  bound: BoundForm<Fields, Checked>
  children: ReactNode
}) {
  return (
    <FormProvider {...bound.form}>
      <SharedContext value={bound}>
        <form
          id={bound.id}
          noValidate
          onSubmit={(event) => void bound.submit(event)}
          className="flex flex-col gap-4"
        >
          <News {...bound} />
          {children}
        </form>
      </SharedContext>
    </FormProvider>
  )
}

type NewsProps = Pick<Shared, 'theirs' | 'takeTheirs'> & { wasKept: boolean }

function News({ theirs, takeTheirs, wasKept }: NewsProps) {
  if (theirs)
    return (
      <Banner
        tone="amber"
        role="alert"
        className="mb-3"
        action={
          <Button variant="secondary" size="sm" onClick={() => takeTheirs()}>
            Take all of theirs
          </Button>
        }
      >
        <strong>Someone else has saved changes.</strong> Your entries are still here, with theirs
        below each field that differs. Saving again overwrites theirs.
      </Banner>
    )
  return wasKept && <KeptNotice />
}

export const KeptNotice = () => (
  <Banner tone="blue" className="mb-3">
    What you had typed before your login ended is here again. It is not saved yet.
  </Banner>
)
