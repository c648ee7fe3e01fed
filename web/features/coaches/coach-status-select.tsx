import { useId } from 'react'
import {
  type CoachStatus,
  coachStatus,
  coachStatusOption,
  type ListedCoach,
  updateCoach,
} from '#contract/coaches.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Select } from '#web/ui/select.tsx'
import { useCoachChange } from './use-coach-change.ts'

export function CoachStatusSelect({ coach: { id, status, version } }: { coach: ListedCoach }) {
  const fieldId = useId()
  const change = useApiMutation({
    mutationFn: (chosen: CoachStatus, call) =>
      call(updateCoach, { params: { id }, body: { status: chosen, version } }),
    ...useCoachChange(id),
  })
  return (
    <div className="flex items-center gap-2">
      <label id={`${fieldId}-label`} htmlFor={fieldId} className="text-sm font-semibold">
        Status
      </label>
      <Select
        id={fieldId}
        className="w-32"
        value={change.isPending ? change.sent : status}
        aria-busy={change.isPending || undefined}
        onValueChange={(chosen) => change.run(coachStatus.parse(chosen))}
        options={coachStatus.options.map((it) => ({ value: it, label: coachStatusOption[it] }))}
      />
    </div>
  )
}
