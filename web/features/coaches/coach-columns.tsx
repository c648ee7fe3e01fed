import { Link } from 'react-router'
import {
  type CoachStatus,
  coachStatusLabel,
  type ListedCoach,
  type listCoaches,
} from '#contract/coaches/coaches.ts'
import type { SortOf } from '#contract/paging.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { isSelected, type Selection } from '#web/lib/selection.ts'
import { Person } from '#web/parts/person.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import type { Column } from '#web/ui/column.ts'
import { CopyId } from '#web/ui/copy-button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { coachInitials, formatExperience, formatLocation } from './coach-labels.ts'

type CoachColumns = {
  now: Date
  selection: Selection
  onToggle: (id: string, isOn: boolean) => void
}

/** See docs/product.md, "Coaches". */
export const coachColumns = ({
  now,
  selection,
  onToggle,
}: CoachColumns): Column<ListedCoach, SortOf<typeof listCoaches>>[] => [
  {
    id: 'select',
    header: 'SELECT',
    cell: (coach) => (
      <Checkbox
        label={`Select ${formatPersonName(coach)}`}
        isLabelHidden
        checked={isSelected(selection, coach.id)}
        onCheckedChange={(isOn) => onToggle(coach.id, isOn)}
      />
    ),
    width: 68,
    onPhone: 'corner',
  },
  {
    id: 'coach',
    header: 'COACH',
    sort: 'name',
    cell: (coach) => <CoachIdentity coach={coach} />,
    isHeading: true,
    width: 176,
    onPhone: 'head',
  },
  {
    id: 'status',
    header: 'STATUS',
    cell: ({ status }) => <CoachStatusBadge status={status} />,
    width: 80,
    onPhone: { fact: 'Status' },
  },
  {
    id: 'experience',
    header: 'EXPERIENCE',
    cell: ({ experiencedSince }) => (
      <span className="whitespace-nowrap">{formatExperience(experiencedSince, now)}</span>
    ),
    // A later start year means less experience.
    sort: '-experience',
    width: 112,
    priority: 3,
    onPhone: { fact: 'Experience' },
  },
  {
    id: 'contact',
    header: 'CONTACT',
    cell: ({ email }) => (
      <span className="block truncate md:text-xs" title={email}>
        {email}
      </span>
    ),
    width: 170,
    grow: 1,
    priority: 1,
    onPhone: { fact: 'Contact', isWide: true },
  },
  {
    id: 'location',
    header: 'LOCATION',
    cell: (coach) => <Place coach={coach} />,
    width: 110,
    priority: 4,
    onPhone: { fact: 'Location' },
  },
  {
    id: 'patients',
    header: (
      <>
        ASSIGNED <br />
        PATIENTS
      </>
    ),
    cell: ({ patientCount }) => formatCount(patientCount),
    isNumeric: true,
    width: 90,
    priority: 2,
    onPhone: { fact: 'Assigned patients' },
  },
  {
    id: 'actions',
    header: 'ACTIONS',
    cell: (coach) => (
      <Button asChild variant="secondary" size="sm">
        <Link to={paths.coach(coach.id)}>
          Manage<span className="sr-only"> {formatPersonName(coach)}</span>
        </Link>
      </Button>
    ),
    width: 98,
    onPhone: 'foot',
  },
]

const Place = ({ coach }: { coach: ListedCoach }) => (
  <>
    {coach.city && <span className="block truncate">{coach.city}</span>}
    {coach.country && <span className="block truncate text-xs text-muted">{coach.country}</span>}
    {!coach.city && !coach.country && formatLocation(coach)}
  </>
)

const CoachIdentity = ({ coach }: { coach: ListedCoach }) => (
  <Person initials={coachInitials(coach)} name={formatPersonName(coach)}>
    <CopyId id={coach.id} />
  </Person>
)

const tones: Record<CoachStatus, Tone> = { active: 'green', inactive: 'neutral', on_leave: 'amber' }

const CoachStatusBadge = ({ status }: { status: CoachStatus }) => (
  <Badge tone={tones[status]}>{coachStatusLabel[status]}</Badge>
)
