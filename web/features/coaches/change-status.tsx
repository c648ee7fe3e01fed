import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  type CoachStatus,
  coachStatus,
  coachStatusOption,
  setCoachStatus,
} from '#contract/coaches/coaches.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCappedCount } from '#web/lib/format-list-size.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { formatCoachCount } from './coach-labels.ts'
import { selectedCount, type Selection } from '#web/lib/selection.ts'
import type { CoachFilter } from './coach-list.tsx'

type ChangeStatusProps = {
  selection: Selection
  filter: CoachFilter

  list: { match: number; isMatchCapped: boolean; loaded: number }
  onDone: () => void
}

/** Sets the status of all selected coaches after a confirmation. */
export function ChangeStatus({ selection, filter, list, onDone }: ChangeStatusProps) {
  const { match, loaded } = list
  const [isConfirming, setConfirming] = useState(false)
  const [newStatus, setNewStatus] = useState<CoachStatus>('active')
  const change = useChangeStatus(() => {
    setConfirming(false)
    onDone()
  })
  const coaches = selectedCount(selection, match)
  const isCapped = selection.isAll && list.isMatchCapped
  const hasUnloaded = selection.isAll && match > loaded
  return (
    <>
      <Menu
        trigger={
          <Button variant="secondary" size="sm" disabled={coaches === 0}>
            Change Status
            <ChevronDown aria-hidden size={16} />
          </Button>
        }
        items={coachStatus.options.map((status) => ({
          label: coachStatusOption[status],
          onSelect: () => {
            setNewStatus(status)
            setConfirming(true)
          },
        }))}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Set ${formatCoachCount(coaches, isCapped)} to ${coachStatusOption[newStatus]}?`}
        description={
          <>
            {hasUnloaded &&
              `Includes ${formatCappedCount(match - loaded, isCapped)} further down the list. `}
            Assigned clients stay with their coach.
          </>
        }
        confirmLabel={`Set to ${coachStatusOption[newStatus]}`}
        pendingLabel="Changing..."
        tone="primary"
        isPending={change.isPending}
        onConfirm={() =>
          change.run({ status: newStatus, coaches: selectedCoaches(selection, filter) })
        }
      />
    </>
  )
}

type Body = RequestInput<typeof setCoachStatus>['body']

const selectedCoaches = ({ isAll, ids }: Selection, filter: CoachFilter): Body['coaches'] =>
  isAll ? { matching: filter, except: [...ids] } : { ids: [...ids] }

function useChangeStatus(onDone: () => void) {
  return useApiMutation({
    mutationFn: (body: Body, call) => call(setCoachStatus, { body }),
    successToast: ({ changed, skipped }, { status }) => ({
      title: changed || !skipped ? 'Status changed' : 'No status changed',
      description:
        [
          changed && `${formatCoachCount(changed)} set to ${coachStatusOption[status]}.`,
          skipped &&
            `${formatCoachCount(skipped)} skipped: the account is deactivated or lacks the Coach role.`,
        ]
          .filter(Boolean)
          .join(' ') || 'They already had this status.',
    }),
    errorToast: 'Failed to update coaches',
    onSuccess: onDone,
  })
}
