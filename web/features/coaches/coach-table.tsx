import { memo } from 'react'
import { Link } from 'react-router'
import type { ListedCoach } from '#contract/coaches.ts'
import { count } from '#web/lib/numbers.ts'
import { personName } from '#web/lib/person-names.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { ListRows } from '#web/ui/list-body.tsx'
import { TableCell, TableHeader } from '#web/ui/table.tsx'
import { VirtualTable } from '#web/ui/virtual-table.tsx'
import { CoachIdentity, CoachStatusBadge } from './coach-identity.tsx'
import { experience, location } from './coach-words.ts'
import { isSelected, type Selection } from './selection.ts'

export type CoachRowsProps = {
  list: ListRows<ListedCoach>
  now: Date
  selection: Selection
  onToggle: (id: string, isOn: boolean) => void
}

/** Columns as specified (part 1, section 2, "Coaches"). */
export const CoachTable = ({ list, now, selection, onToggle }: CoachRowsProps) => (
  <VirtualTable
    label="Coaches"
    list={list}
    rowKey={({ id }) => id}
    rowHeight={61}
    columns={8}
    minWidth="57rem"
    isSelected={({ id }) => isSelected(selection, id)}
    head={
      <>
        <TableHeader className="w-16">SELECT</TableHeader>
        <TableHeader className="w-44">COACH</TableHeader>
        <TableHeader className="w-20">STATUS</TableHeader>
        <TableHeader className="w-24">EXPERIENCE</TableHeader>
        <TableHeader>CONTACT</TableHeader>
        <TableHeader className="w-25">LOCATION</TableHeader>
        <TableHeader isNumeric className="w-21">
          ASSIGNED <br />
          PATIENTS
        </TableHeader>
        <TableHeader className="w-27">ACTIONS</TableHeader>
      </>
    }
    renderRow={(coach) => (
      <CoachCells
        coach={coach}
        now={now}
        isChecked={isSelected(selection, coach.id)}
        onToggle={onToggle}
      />
    )}
  />
)

type CoachCellsProps = Pick<CoachRowsProps, 'now' | 'onToggle'> & {
  coach: ListedCoach
  isChecked: boolean
}

const CoachCells = memo(function CoachCells({ coach, now, isChecked, onToggle }: CoachCellsProps) {
  return (
    <>
      <TableCell>
        <Checkbox
          label={`Select ${personName(coach)}`}
          isLabelHidden
          checked={isChecked}
          onCheckedChange={(isOn) => onToggle(coach.id, isOn)}
        />
      </TableCell>
      <TableCell isHeading>
        <CoachIdentity coach={coach} />
      </TableCell>
      <TableCell>
        <CoachStatusBadge status={coach.status} />
      </TableCell>
      <TableCell className="whitespace-nowrap">{experience(coach.experiencedSince, now)}</TableCell>
      <TableCell>
        <span className="block truncate text-xs" title={coach.email}>
          {coach.email}
        </span>
      </TableCell>
      <TableCell>
        {coach.city && <span className="block truncate">{coach.city}</span>}
        {coach.country && (
          <span className="block truncate text-xs text-muted">{coach.country}</span>
        )}
        {!coach.city && !coach.country && location(coach)}
      </TableCell>
      <TableCell isNumeric>{count(coach.patientCount)}</TableCell>
      <TableCell>
        <ManageCoach coach={coach} />
      </TableCell>
    </>
  )
})

export const ManageCoach = ({ coach, className }: { coach: ListedCoach; className?: string }) => (
  <Button asChild variant="secondary" size="sm" className={className}>
    <Link to={paths.coach(coach.id)}>
      Manage<span className="sr-only"> {personName(coach)}</span>
    </Link>
  </Button>
)
