import { CalendarX2, UserRoundX, Users } from 'lucide-react'
import { useState } from 'react'
import { Bar } from '../../ui/bar.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Trend } from '../../ui/trend.tsx'
import { Group, Specimen } from './specimen.tsx'

export function FiguresGroup() {
  const [filter, setFilter] = useState('all')
  return (
    <Group
      id="figures"
      title="Figures"
      about="Numbers align in columns. Every bar has its number, every arrow its change, every line its description."
    >
      <Specimen title="Stat card: plain, loading, with a hint">
        <div className="grid w-full grid-cols-2 gap-3 md:grid-cols-3">
          <StatCard label="Total Users" value="1,284" icon={Users} />
          <StatCard label="Success Rate" value={undefined} />
          <StatCard label="Avg Response" value="812 ms" hint="over the last 7 days" />
        </div>
      </Specimen>
      <Specimen title="Stat card as a filter">
        <div className="grid w-full grid-cols-2 gap-3 md:grid-cols-3">
          <StatCard
            label="All Clients"
            value={48}
            icon={Users}
            isPressed={filter === 'all'}
            onClick={() => setFilter('all')}
          />
          <StatCard
            label="No Coach Assigned"
            value={3}
            icon={UserRoundX}
            isPressed={filter === 'coach'}
            onClick={() => setFilter('coach')}
          />
          <StatCard
            label="No Sessions Scheduled"
            value={0}
            icon={CalendarX2}
            isPressed={filter === 'sessions'}
            onClick={() => setFilter('sessions')}
          />
        </div>
      </Specimen>
      <Specimen title="Bar" isStacked>
        <Bar className="max-w-xs" value={84} tone="red" label="Burnout, high" />
        <Bar className="max-w-xs" value={56} tone="amber" label="Burnout, medium" />
        <Bar className="max-w-xs" value={18} tone="green" label="Burnout, low" />
        <Bar className="max-w-xs" value={44} tone="brand" label="Coverage" />
        <Bar className="max-w-xs" value={0} tone="neutral" label="Coverage, none" />
      </Specimen>
      <Specimen title="Sparkline: course, with gaps, flat, one value">
        <Sparkline values={[62, 60, 64, 55, 48, 50, 41]} label="Stress fell from 62 to 41" />
        <Sparkline values={[30, 34, null, null, 44, 52]} label="Sleep rose from 30 to 52" />
        <Sparkline values={[50, 50, 50, 50]} label="Energy stayed at 50" />
        <Sparkline values={[null, 40]} label="Mood was 40" />
      </Specimen>
      <Specimen title="Trend">
        <Trend direction="up" change="+12" tone="red" />
        <Trend direction="down" change="−8" tone="green" />
        <Trend direction="flat" change="0.4" />
      </Specimen>
    </Group>
  )
}
