import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { createBackup, listSettings, type Setting } from '#contract/settings/settings.ts'
import { settingEntry } from '#contract/settings/setting-entries.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { settingGroups } from './general/setting-format.ts'
import { SettingRow } from './general/setting-row.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatBytes, formatCount } from '#web/lib/numbers.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Milliseconds between two polls while the weeks of all plans are recalculated, or a backup is written. */
const pollMs = 2_000

/** The settings of the installation, by group; `after` appears with them. */
export function GeneralSettings({ after }: { after: ReactNode }) {
  const settings = useQuery({
    ...queryFor(listSettings, {}),
    refetchInterval: ({ state }) =>
      Boolean(state.data?.weeks ?? state.data?.backup.isRunning) && pollMs,
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
              {group === 'backup' && <BackupState backup={backup} />}
              <Rows settings={settings.filter(({ name }) => settingEntry(name).group === group)} />
            </Card>
          ))}
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

type BackupStateProps = Pick<z.infer<typeof listSettings.response>, 'backup'>

/** The last backup, a button for another, and the commands. */
function BackupState({ backup: { newest, failed, isRunning, folder } }: BackupStateProps) {
  const { run, isPending } = useApiMutation({
    mutationFn: (_nothing: void, call) => call(createBackup, {}),
    errorToast: 'Failed to begin the backup. Please try again.',
  })
  return (
    <div className="mb-4 flex flex-col items-start gap-3">
      {failed && (
        <Banner tone="amber" isLive>
          The backup of {formatDateTime(failed.failedAt)} failed. {failed.error}
        </Banner>
      )}
      <div>
        <p className="font-semibold">
          {newest ? `Last backup on ${formatDateTime(newest.finishedAt)}` : 'No backup yet'}
        </p>
        {newest && (
          <p className="text-xs text-muted">
            {formatBytes(newest.sizeBytes)},{' '}
            {newest.hasSecretKey ? 'including the secret key' : 'without the secret key'}
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        icon={DatabaseBackup}
        isPending={isPending || isRunning}
        pendingLabel="Backing up..."
        onClick={() => run()}
      >
        Back up now
      </Button>
      <p className="text-muted">
        Backups are written to <code className="break-all">{folder}</code> on the server, set by{' '}
        <code>BACKUP_DIR</code>. Copy them to another place: they are lost with the server.
      </p>
      <div className="flex flex-col items-start gap-2 text-muted">
        <p>The same from a terminal, and a check that a backup can be restored:</p>
        <Command>npm run backup -- backup.tar</Command>
        <Command>npm run backup -- --verify backup.tar</Command>
      </div>
    </div>
  )
}

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
