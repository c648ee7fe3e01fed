import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx'
import { Group, Specimen } from './specimen.tsx'

const people = [
  { name: 'Anna Holm', risk: 'High', tone: 'red', burnout: 74, open: 2, course: [51, 58, 66, 74] },
  { name: 'Jonas Lind', risk: 'Medium', tone: 'amber', burnout: 52, open: 0, course: [60, 57, 52] },
  { name: 'Mia Dahl', risk: 'Low', tone: 'green', burnout: 21, open: 11, course: [30, 26, 21] },
] as const

export function TablesGroup() {
  const [isRising, setRising] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>(['Jonas Lind'])
  const rows = people.toSorted((a, b) => (isRising ? a.burnout - b.burnout : b.burnout - a.burnout))
  const choose = (name: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, name] : chosen.filter((other) => other !== name))
  return (
    <Group
      id="tables"
      title="Tables"
      about="Thin lines, little color. On narrow windows the table scrolls and its first column stays in place."
    >
      <Specimen title="Sorted, with a chosen row" isStacked>
        <Table label="Clients">
          <TableHead>
            <TableHeader>Client</TableHeader>
            <TableHeader>Select</TableHeader>
            <TableHeader>Risk</TableHeader>
            <TableHeader isNumeric>Open sessions</TableHeader>
            <TableHeader
              sort={isRising ? 'ascending' : 'descending'}
              onSort={() => setRising(!isRising)}
            >
              Burnout
            </TableHeader>
            <TableHeader>Trend</TableHeader>
            <TableHeader>Actions</TableHeader>
          </TableHead>
          <TableBody>
            {rows.map((person) => (
              <TableRow key={person.name} isSelected={chosen.includes(person.name)}>
                <TableCell isHeading>
                  <span className="flex items-center gap-3 whitespace-nowrap">
                    <Avatar initials={person.name.replaceAll(/[^A-Z]/g, '')} />
                    {person.name}
                  </span>
                </TableCell>
                <TableCell>
                  <Checkbox
                    label={`Select ${person.name}`}
                    isLabelHidden
                    checked={chosen.includes(person.name)}
                    onCheckedChange={(isChosen) => choose(person.name, isChosen)}
                  />
                </TableCell>
                <TableCell>
                  <Badge tone={person.tone}>{person.risk}</Badge>
                </TableCell>
                <TableCell isNumeric>{person.open}</TableCell>
                <TableCell>
                  <Bar
                    className="w-32"
                    value={person.burnout}
                    tone={person.tone}
                    label={`Burnout of ${person.name}`}
                  />
                </TableCell>
                <TableCell>
                  <Sparkline values={person.course} label={`Burnout course of ${person.name}`} />
                </TableCell>
                <TableCell>
                  <Button size="sm" variant="secondary">
                    View Plan
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Specimen>
      <Specimen title="Loading" isStacked>
        <Table label="Clients, loading">
          <TableHead>
            <TableHeader>Client</TableHeader>
            <TableHeader>Risk</TableHeader>
          </TableHead>
          <TableBody aria-busy>
            {[1, 2, 3].map((row) => (
              <TableRow key={row}>
                <TableCell>
                  <span className="flex items-center gap-3">
                    <Skeleton className="size-9 rounded-full" />
                    <Skeleton className="h-3.5 w-32" />
                  </span>
                </TableCell>
                <TableCell>
                  <Skeleton className="h-5 w-16 rounded-full" />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Specimen>
      <Specimen title="Nothing found" isStacked>
        <Table label="Clients, none found">
          <TableHead>
            <TableHeader>Client</TableHeader>
            <TableHeader>Risk</TableHeader>
          </TableHead>
          <TableBody>
            <TableRow>
              <TableCell colSpan={2}>
                <EmptyState icon={SearchX} title="No clients found" />
              </TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </Specimen>
      <Specimen title="Many rows with a sticky header" isStacked>
        <Table label="Weeks" className="max-h-56">
          <TableHead>
            <TableHeader>Week</TableHeader>
            <TableHeader isNumeric>Completed assignments</TableHeader>
          </TableHead>
          <TableBody>
            {Array.from({ length: 40 }, (_, week) => (
              <TableRow key={week}>
                <TableCell isHeading>W{week + 1}</TableCell>
                <TableCell isNumeric>{(week * 7) % 12}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Specimen>
    </Group>
  )
}
