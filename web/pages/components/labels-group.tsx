import { CircleCheck, Clock, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Group, Specimen } from './specimen.tsx'

const filters = ['Search: anna', 'Role: Coach']

export function LabelsGroup() {
  const [chips, setChips] = useState(filters)
  return (
    <Group id="labels" title="Labels" about="Color is never the only signal: every badge has text.">
      <Specimen title="Badge">
        <Badge>Archived</Badge>
        <Badge tone="red">High</Badge>
        <Badge tone="amber">Medium</Badge>
        <Badge tone="green">Low</Badge>
        <Badge tone="blue">Maylab Admin</Badge>
        <Badge tone="purple">Organization</Badge>
        <Badge tone="brand">Coach</Badge>
      </Specimen>
      <Specimen title="Badge with an icon">
        <Badge tone="red" icon={ShieldAlert}>
          High risk
        </Badge>
        <Badge tone="green" icon={CircleCheck}>
          Completed
        </Badge>
        <Badge icon={Clock}>Scheduled</Badge>
      </Specimen>
      <Specimen title="Avatar">
        <Avatar initials="AH" size="sm" label="Anna Holm, small" />
        <Avatar initials="AH" label="Anna Holm" />
        <Avatar initials="C" size="lg" label="A coach without a name" />
      </Specimen>
      <Specimen title="Chip">
        {chips.map((chip) => (
          <Chip
            key={chip}
            removeLabel={`Remove ${chip}`}
            onRemove={() => setChips(chips.filter((other) => other !== chip))}
          >
            {chip}
          </Chip>
        ))}
        <Button size="sm" variant="ghost" onClick={() => setChips(chips.length ? [] : filters)}>
          {chips.length ? `Clear (${chips.length})` : 'Restore filters'}
        </Button>
      </Specimen>
    </Group>
  )
}
