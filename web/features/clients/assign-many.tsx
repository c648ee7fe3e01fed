import { useState } from 'react'
import { assignCoachToMany } from '#contract/clients/clients.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { selectedCount, type Selection } from '#web/lib/selection.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseCoach, formatClientCount } from './choose-coach.tsx'

type Clients = RequestInput<typeof assignCoachToMany>['body']['clients']
type Matching = Extract<Clients, { matching: unknown }>['matching']

type AssignManyProps = {
  selection: Selection
  filter: Matching

  list: { match: number; isMatchCapped: boolean; loaded: number }
  onDone: () => void
}

/** Null for no coach. */
type Chosen = { id: string; name: string } | null

/** Assigns a coach to all selected clients, or unassigns them, after a confirmation. */
export function AssignMany({ selection, filter, list, onDone }: AssignManyProps) {
  const [step, setStep] = useState<'closed' | 'choose' | 'confirm'>('closed')
  const [chosen, setChosen] = useState<Chosen>(null)
  const change = useAssignMany(() => {
    setStep('closed')
    onDone()
  })
  const { match, isMatchCapped, loaded } = list
  const isCapped = selection.isAll && isMatchCapped
  const clients = formatClientCount(selectedCount(selection, match), isCapped)
  const choose = (coach: Chosen) => {
    setChosen(coach)
    setStep('confirm')
  }
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setStep('choose')}>
        Assign coach
      </Button>
      <Dialog
        isOpen={step === 'choose'}
        onClose={() => setStep('closed')}
        size="lg"
        title="Assign Coach"
        description={`For ${clients}. You'll confirm before anything changes.`}
      >
        <div className="mb-4 flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2.5">
          <span>Leave them without a coach</span>
          <Button variant="secondary" size="sm" onClick={() => choose(null)}>
            Unassign
          </Button>
        </div>
        <ChooseCoach
          currentCoachId={null}
          pendingId={undefined}
          onChoose={(coach) => choose({ id: coach.id, name: formatPersonName(coach) })}
        />
      </Dialog>
      <ConfirmDialog
        isOpen={step === 'confirm'}
        onClose={() => setStep('choose')}
        title={
          chosen ? `Assign ${clients} to ${chosen.name}?` : `Leave ${clients} without a coach?`
        }
        description={
          <>
            {selection.isAll &&
              match > loaded &&
              `Includes ${formatCappedCount(match - loaded, isCapped)} further down the list. `}
            {chosen
              ? 'The new coach gets access immediately; previous coaches lose it.'
              : 'Their coaches lose access immediately.'}
          </>
        }
        confirmLabel={chosen ? 'Assign coach' : 'Unassign coach'}
        pendingLabel={chosen ? 'Assigning...' : 'Unassigning...'}
        cancelLabel="Back"
        tone={chosen ? 'primary' : 'danger'}
        isPending={change.isPending}
        onConfirm={() => change.run({ coach: chosen, clients: toClients(selection, filter) })}
      />
    </>
  )
}

const toClients = ({ isAll, ids }: Selection, filter: Matching): Clients =>
  isAll ? { matching: filter, except: [...ids] } : { ids: [...ids] }

function useAssignMany(onDone: () => void) {
  return useApiMutation({
    mutationFn: ({ coach, clients }: { coach: Chosen; clients: Clients }, call) =>
      call(assignCoachToMany, { body: { coachId: coach?.id ?? null, clients } }),
    successToast: ({ changed }, { coach }) =>
      changed
        ? coach
          ? {
              title: 'Coach assigned',
              description: `${coach.name} is now the coach of ${formatClientCount(changed)}.`,
            }
          : {
              title: 'Coach unassigned',
              description: `${formatClientCount(changed)} no longer ${changed === 1 ? 'has' : 'have'} a coach.`,
            }
        : { title: 'No changes' },
    errorToast: 'Failed to update coach assignment',
    onSuccess: onDone,
  })
}
