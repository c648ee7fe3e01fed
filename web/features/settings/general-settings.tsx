import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingEntry, listSettings, type Setting } from '#contract/installation.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Backup } from './general/backup.tsx'
import { settingGroups } from './general/setting-groups.ts'
import { SettingRow } from './general/setting-row.tsx'
import { WeekRecountProgress } from './general/week-recount-progress.tsx'

/** Milliseconds between two polls while the weeks of all plans are recalculated. */
const pollMs = 2_000

/** The settings of the installation, by group; `after` appears with them. */
export function GeneralSettings({ after }: { after: ReactNode }) {
  const settings = useQuery({
    ...queryFor(listSettings, {}),
    refetchInterval: ({ state }) => Boolean(state.data?.weeks) && pollMs,
  })
  return (
    <ReadState
      read={settings}
      loading={<RowsSkeleton label="Loading the settings" />}
      failed="The settings could not be loaded"
    >
      {({ settings, weeks, backup }) => (
        <div className="flex flex-col gap-6">
          {weeks && <WeekRecountProgress {...weeks} />}
          {Object.entries(settingGroups).map(([group, { title, description }]) => (
            <Card key={group} aria-label={title}>
              <CardHeader title={title} description={description} />
              <Rows settings={settings.filter(({ name }) => settingEntry(name).group === group)} />
            </Card>
          ))}
          <Backup newest={backup} />
          {after}
        </div>
      )}
    </ReadState>
  )
}

const Rows = ({ settings }: { settings: readonly Setting[] }) => (
  <ul className="divide-y divide-line">
    {settings.map((setting) => (
      <SettingRow key={setting.name} setting={setting} />
    ))}
  </ul>
)
