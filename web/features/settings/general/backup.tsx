import type { z } from 'zod'
import type { listSettings } from '#contract/installation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

type Props = { newest: z.infer<typeof listSettings.response>['backup'] }

/** When the installation was last backed up, and the commands to do it. */
export const Backup = ({ newest }: Props) => (
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
    <p className="mt-3 max-w-prose text-muted">
      Run <Command>npm run backup -- backup.tar</Command> on the server to create a backup, and{' '}
      <Command>npm run backup -- --verify backup.tar</Command> to check that it can be restored. The
      product keeps running meanwhile.
    </p>
  </Card>
)

const Command = ({ children }: { children: string }) => (
  <code className="rounded-sm bg-sunken px-1 py-0.5 text-xs break-words text-ink">{children}</code>
)
