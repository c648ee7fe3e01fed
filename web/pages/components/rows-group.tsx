import { useMemo, useState } from 'react'
import { wholeList } from '../../lib/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/column.ts'
import { Rows, RowsLoading } from '../../ui/rows.tsx'
import { Select } from '../../ui/select.tsx'
import { Group, Specimen } from './specimen.tsx'

type Person = { name: string; risk: string; tone: 'red' | 'amber' | 'green'; open: number }

const people: readonly Person[] = [
  { name: 'Anna Holm', risk: 'High', tone: 'red', open: 2 },
  { name: 'Jonas Lind', risk: 'Medium', tone: 'amber', open: 0 },
  { name: 'Mia Dahl', risk: 'Low', tone: 'green', open: 11 },
]
const coaches = ['Helene Dahl', 'Thomas Berg'].map((name) => ({ value: name, label: name }))

export function RowsGroup() {
  const [by, setBy] = useState('name')
  const [coachOf, setCoachOf] = useState<Record<string, string>>({})
  const columns = useMemo(
    (): Column<Person, 'name'>[] => [
      {
        id: 'client',
        header: 'Client',
        cell: ({ name }) => <span className="font-semibold">{name}</span>,
        isHeading: true,
        sort: 'name',
        width: 140,
        grow: 1,
        onPhone: 'head',
      },
      {
        id: 'risk',
        header: 'Risk',
        cell: ({ risk, tone }) => <Badge tone={tone}>{risk}</Badge>,
        width: 90,
        onPhone: 'corner',
      },
      {
        id: 'open',
        header: 'Open sessions',
        cell: ({ open }) => open,
        isNumeric: true,
        width: 140,
        priority: 1,
        onPhone: { fact: 'Open sessions' },
      },
      {
        id: 'coach',
        header: 'Coach',
        cell: ({ name }) => (
          <Select
            aria-label={`Coach of ${name}`}
            value={coachOf[name]}
            onValueChange={(coach) => setCoachOf((before) => ({ ...before, [name]: coach }))}
            placeholder="No coach"
            options={coaches}
          />
        ),
        width: 208,
        onPhone: { fact: 'Coach', isWide: true },
      },
      {
        id: 'actions',
        header: 'Actions',
        cell: ({ name }) => (
          <Button variant="secondary" size="sm">
            View Plan<span className="sr-only"> of {name} in the list</span>
          </Button>
        ),
        isAtEnd: true,
        width: 120,
        onPhone: 'foot',
      },
    ],
    [coachOf],
  )
  const shape = { columns, cardHeight: 230 }
  const rows = by === 'name' ? people : people.toReversed()
  return (
    <Group
      id="rows"
      title="Lists"
      about="One column list defines the table, the phone card, the loading state and the sort order. Up and down arrow keys move between rows unless a control uses them."
    >
      <Specimen title="Rows of columns" isStacked>
        <Rows
          {...shape}
          label="Clients and coaches"
          list={wholeList(rows)}
          rowKey={({ name }) => name}
          sorting={{ by, onSort: setBy }}
        />
      </Specimen>
      <Specimen title="Loading" isStacked>
        <RowsLoading {...shape} label="Loading clients and coaches" />
      </Specimen>
    </Group>
  )
}
