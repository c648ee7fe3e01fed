import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { listSettings, type Setting } from '#contract/settings/settings.ts'
import { settingEntry } from '#contract/settings/setting-entries.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { settingGroups } from './general/setting-format.ts'
import { SettingRow } from './general/setting-row.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatBytes, formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'

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

type Props = { newest: z.infer<typeof listSettings.response>['backup'] }

/** When the installation was last backed up, and the commands to do it. */
const Backup = ({ newest }: Props) => (
  <Card aria-label="Backup">
    <CardHeader
      title="Backup"
      description="Contains the database and the recordings stored on the server."
    />
    <p className="font-semibold">
      {newest ? `Last backup on ${formatDateTime(newest.finishedAt)}` : 'No backup yet'}
    </p>
    {newest && (
      <p className="text-xs text-muted">
        {formatBytes(newest.sizeBytes)},{' '}
        {newest.hasSecretKey ? 'including the secret key' : 'without the secret key'}
      </p>
    )}
    <div className="mt-3 flex flex-col items-start gap-2 text-muted">
      <p>To create a backup, run on the server, while the product keeps running:</p>
      <Command>npm run backup -- backup.tar</Command>
      <p>To check that it can be restored:</p>
      <Command>npm run backup -- --verify backup.tar</Command>
    </div>
  </Card>
)

const Command = ({ children }: { children: string }) => (
  <code className="rounded-md bg-sunken px-3 py-2 text-xs text-ink">{children}</code>
)

type WeekRecountProgressProps = { counted: number; total: number; hasFailed: boolean }

/** After a change of the time zone the weeks of all plans are recalculated. */
const WeekRecountProgress = ({ counted, total, hasFailed }: WeekRecountProgressProps) => (
  <Banner tone={hasFailed ? 'amber' : 'blue'} isLive>
    Recalculating all plan weeks in the new time zone: {formatCount(counted)} of{' '}
    {formatCount(total)} {total === 1 ? 'client' : 'clients'}.{' '}
    {hasFailed ? 'Something went wrong. We’ll retry automatically.' : 'You can leave this page.'}
  </Banner>
)
