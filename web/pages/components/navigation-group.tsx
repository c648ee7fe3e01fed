import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Group, Specimen } from './specimen.tsx'

export function NavigationGroup() {
  const [tab, setTab] = useState('overview')
  return (
    <Group
      id="navigation"
      title="Structure"
      about="A page has a heading, then cards. Tabs split one item into parts; arrow keys move between them."
    >
      <Specimen title="Tabs" isStacked>
        <Tabs
          label="Session"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'overview', label: 'Overview', content: <p>Tuesday, 14:00. Follow-up.</p> },
            { value: 'recording', label: 'Recording', content: <p>48 minutes of video.</p> },
            { value: 'transcripts', label: 'Transcripts', content: <p>Two speakers.</p> },
            { value: 'history', label: 'History', isDisabled: true, content: null },
          ]}
        />
      </Specimen>
      <Specimen title="Card">
        <div className="grid w-full gap-4 md:grid-cols-2">
          <Card>
            <CardHeader
              level={3}
              title="Home assignments"
              description="To do before the next session."
              actions={
                <Button size="sm" variant="secondary" icon={Plus}>
                  Add
                </Button>
              }
            />
            <p>Ten minutes of breathing, every morning.</p>
          </Card>
          <Card>
            <p className="text-muted">A card without a header.</p>
          </Card>
        </div>
      </Specimen>
      <Specimen title="Back link">
        <Button asChild variant="ghost" size="sm" icon={ArrowLeft}>
          <a href="#navigation">Back to Clients</a>
        </Button>
      </Specimen>
    </Group>
  )
}
