import { useState } from 'react'
import { assignCoachToMany } from '#contract/clients.ts'
import type { Sent } from '#contract/endpoint.ts'
import { useWrite } from '#web/form/use-write.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { selectedCount, type Selection } from '#web/lib/selection.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseCoach } from './choose-coach.tsx'
import { formatClientCount } from './client-words.ts'

type Clients = Sent<typeof assignCoachToMany>['body']['clients']
type Matching = Extract<Clients, { matching: unknown }>['matching']

type AssignManyProps = {
  selection: Selection
  filter: Matching
  /** How many match the filters, and how many of them are loaded. */
  list: { match: number; isMatchCapped: boolean; loaded: number }
  onDone: () => void
}

/** Nobody for null. */
type Chosen = { id: string; name: string } | null

/** Gives all that are selected to a coach or to nobody, after a question that says how many they are. */
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
        onOpenChange={(isOpen) => {
          if (!isOpen) setStep('closed')
        }}
        size="lg"
        title="Assign Coach"
        description={`For ${clients}. Before anything changes you are asked once more.`}
      >
        <div className="mb-4 flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2.5">
          <span>Or leave them without a coach</span>
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
        onOpenChange={(isOpen) => {
          if (!isOpen) setStep('choose')
        }}
        title={
          chosen ? `Assign ${clients} to ${chosen.name}?` : `Leave ${clients} without a coach?`
        }
        description={
          <>
            {selection.isAll &&
              match > loaded &&
              `These are all that match, also the ${formatCappedCount(match - loaded, isCapped)} further down the list. `}
            Whoever has another coach changes: that coach no longer sees the plan. The history of
            each client keeps who it was.
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
  return useWrite({
    write: ({ coach, clients }: { coach: Chosen; clients: Clients }, call) =>
      call(assignCoachToMany, { body: { coachId: coach?.id ?? null, clients } }),
    done: ({ changed }, { coach }) => ({
      title: coach ? 'Coach assigned' : 'Coach unassigned',
      description: changed
        ? coach
          ? `${coach.name} is now the coach of ${formatClientCount(changed)}.`
          : `${formatClientCount(changed)} ${changed === 1 ? 'has' : 'have'} no coach now.`
        : 'All of them stood so already.',
    }),
    failed: 'Failed to update coach assignment',
    onSuccess: onDone,
  })
}
