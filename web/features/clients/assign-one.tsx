import { assignCoach, type Client } from '#contract/clients/clients.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatClientName, formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChooseCoach } from './choose-coach.tsx'
import { SuggestedCoaches } from './suggested-coaches.tsx'

type AssignOneProps = { client: Client; isOpen: boolean; onClose: () => void }
type Chosen = { id: string; name: string } | null

/** Assigns, replaces or removes the coach of a client (docs/product.md, "Clients"). */
export function AssignOne({ client, isOpen, onClose }: AssignOneProps) {
  const { coachId, coachName } = client
  const name = formatClientName(client)
  const change = useApiMutation({
    mutationFn: (coach: Chosen, call) =>
      call(assignCoach, { params: { id: client.id }, body: { coachId: coach?.id ?? null } }),
    successToast: ({ previousCoachName: before }, coach) =>
      coach
        ? {
            title: 'Coach assigned',
            description: `${coach.name} is now the coach of ${name}${before && before !== coach.name ? `, replacing ${before}` : ''}.`,
          }
        : {
            title: 'Coach unassigned',
            description: before
              ? `${before} is no longer ${name}'s coach.`
              : `${name} has no coach.`,
          },
    errorToast: 'Failed to update coach assignment',
    onSuccess: onClose,
  })
  const pendingId = change.isPending ? (change.sent?.id ?? null) : undefined
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        if (!change.isPending) onClose()
      }}
      size="lg"
      title={coachId ? 'Reassign Coach' : 'Assign Coach'}
      description={`For ${name}. The new coach gets access immediately; the previous coach loses it.`}
    >
      {coachId && (
        <div className="mb-4 flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2.5">
          <span className="min-w-0">
            <span className="block text-xs text-muted">Current coach</span>
            <span dir="auto" className="block truncate font-semibold">
              {coachName}
            </span>
          </span>
          <Button
            variant="secondary"
            size="sm"
            isPending={pendingId === null}
            pendingLabel="Unassigning..."
            disabled={typeof pendingId === 'string'}
            onClick={() => change.run(null)}
          >
            Unassign
          </Button>
        </div>
      )}
      <SuggestedCoaches
        clientId={client.id}
        pendingId={pendingId}
        onChoose={(coach) => change.run({ id: coach.id, name: formatPersonName(coach) })}
      />
      <ChooseCoach
        currentCoachId={coachId}
        pendingId={pendingId}
        onChoose={(coach) => change.run({ id: coach.id, name: formatPersonName(coach) })}
      />
    </Dialog>
  )
}
