import { useId } from 'react'
import { type Coach, coachStatus, coachStatusOption } from '#contract/coaches.ts'
import { Select } from '#web/ui/select.tsx'
import { useUpdateCoach } from './use-update-coach.ts'

/** The status, changed where it is read. */
export function CoachStatusSelect({ coach }: { coach: Coach }) {
  const id = useId()
  const update = useUpdateCoach(coach.id)
  const shown = update.isPending ? update.variables.status : undefined
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm font-semibold">
        Status
      </label>
      <Select
        id={id}
        className="w-32"
        value={shown ?? coach.status}
        disabled={update.isPending}
        onValueChange={(chosen) => {
          const status = coachStatus.parse(chosen)
          if (status !== coach.status) update.mutate({ status })
        }}
        options={coachStatus.options.map((it) => ({ value: it, label: coachStatusOption[it] }))}
      />
    </div>
  )
}
