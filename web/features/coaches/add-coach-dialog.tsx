import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { countriesQuery } from '#web/lib/countries.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { NewCoachForm } from './new-coach-form.tsx'
import { useCreateCoach } from './use-create-coach.ts'

/** The button and its dialog. */
export function AddCoach() {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const countries = useQuery(countriesQuery)
  const creation = useCreateCoach({ onSuccess: () => setOpen(false) })
  const change = (next: boolean) => {
    // What was typed is needed until it is known how the attempt ended.
    if (creation.isPending) return
    creation.reset()
    setOpen(next)
  }
  return (
    <>
      <Button icon={Plus} onClick={() => change(true)}>
        Add Coach
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={change}
        title="Add Coach"
        description="Creates an account that can sign in, with a coach profile."
        footer={
          <>
            <Button variant="secondary" disabled={creation.isPending} onClick={() => change(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              disabled={!countries.data}
              isPending={creation.isPending}
              pendingLabel="Adding..."
            >
              Add Coach
            </Button>
          </>
        }
      >
        {creation.error && <WhatIsLeft {...creation} error={creation.error} />}
        {countries.data ? (
          <NewCoachForm
            id={formId}
            countries={countries.data}
            failure={creation.error}
            onSubmit={creation.mutate}
          />
        ) : countries.isError ? (
          <ErrorState
            title="The list of countries could not be loaded"
            onRetry={() => void countries.refetch()}
            isRetrying={countries.isFetching}
          />
        ) : (
          <Spinner label="Loading the countries" isLabelVisible />
        )}
      </Dialog>
    </>
  )
}

/** The toast says why it failed; this says what is safe. */
function WhatIsLeft({ error, isAccountLeft }: { error: Error; isAccountLeft: boolean }) {
  return (
    <Banner tone="amber" role="alert" className="mb-4">
      {isAccountLeft
        ? 'The account was created, but its coach profile was not, and the account could not be removed again. Add the coach once more: that begins with removing it.'
        : error instanceof ApiError
          ? 'No coach was created, and no account is left behind.'
          : 'The server could not be reached.'}{' '}
      Your entries are still here.
    </Banner>
  )
}
