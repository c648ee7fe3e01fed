import { memo } from 'react'
import type { ListedCoach } from '#contract/coaches.ts'
import { count } from '#web/lib/numbers.ts'
import { personName } from '#web/lib/person-names.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { VirtualCards } from '#web/ui/virtual-cards.tsx'
import { CoachIdentity, CoachStatusBadge } from './coach-identity.tsx'
import { type CoachRowsProps, ManageCoach } from './coach-table.tsx'
import { experience, location } from './coach-words.ts'
import { isSelected } from './selection.ts'

/** The list on phones: one card for each coach. */
export const CoachCards = ({ list, now, selection, onToggle }: CoachRowsProps) => (
  <VirtualCards
    label="Coaches"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={260}
    renderRow={(coach) => (
      <CoachCard
        coach={coach}
        now={now}
        isChecked={isSelected(selection, coach.id)}
        onToggle={onToggle}
      />
    )}
  />
)

type CoachCardProps = Pick<CoachRowsProps, 'now' | 'onToggle'> & {
  coach: ListedCoach
  isChecked: boolean
}

const CoachCard = memo(function CoachCard({ coach, now, isChecked, onToggle }: CoachCardProps) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <CoachIdentity coach={coach} />
        <Checkbox
          label={`Select ${personName(coach)}`}
          isLabelHidden
          checked={isChecked}
          onCheckedChange={(isOn) => onToggle(coach.id, isOn)}
        />
      </div>
      <Facts className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3">
        <Fact name="Status">
          <CoachStatusBadge status={coach.status} />
        </Fact>
        <Fact name="Experience">{experience(coach.experiencedSince, now)}</Fact>
        <Fact name="Location">{location(coach)}</Fact>
        <Fact name="Assigned patients">{count(coach.patientCount)}</Fact>
        <Fact name="Contact" isWide>
          {coach.email}
        </Fact>
      </Facts>
      <ManageCoach coach={coach} className="mt-4 w-full" />
    </>
  )
})
