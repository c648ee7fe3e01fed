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
