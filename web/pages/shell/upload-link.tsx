import { CircleAlert, CloudUpload } from 'lucide-react'
import { Link } from 'react-router'
import type { UploadInProgress } from '#web/features/recordings/upload-store.ts'
import { describeUploads } from '#web/features/recordings/describe-uploads.ts'
import { AskBeforeSignOut } from '#web/parts/ask-before-sign-out.tsx'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { softTone } from '#web/ui/tone.ts'

/** "Uploading a recording: 42%" as a link to its session, on phones the figure only; asks before logging out. */
export function UploadLink({ underWay }: { underWay: readonly UploadInProgress[] }) {
  const words = describeUploads(underWay)
  if (!words) return null
  const isSending = underWay.some(
    ({ upload }) => upload.phase === 'uploading' && !upload.isProcessing,
  )
  const { of, text, percent, isBroken } = words
  const Icon = isBroken ? CircleAlert : CloudUpload
  return (
    <>
      <Link
        to={paths.plan(of.clientId, { session: of.sessionId, tab: 'recording' })}
        className={classNames(
          'flex h-8 shrink-0 items-center gap-2 rounded-full px-3 text-xs font-semibold tabular-nums hover:underline',
          softTone[isBroken ? 'red' : 'brand'],
        )}
      >
        <Icon aria-hidden size={16} className="shrink-0" />
        <span className="max-md:sr-only">{text}</span>
        <span aria-hidden className="md:hidden">
          {isBroken ? 'Failed' : percent === null ? 'Checking' : `${percent}%`}
        </span>
      </Link>
      <output className="sr-only">
        {/* Every tenth only, or screen readers would read nothing else. */}
        {percent === null ? text : `${Math.floor(percent / 10) * 10} percent uploaded`}
      </output>
      {isSending && (
        <AskBeforeSignOut
          title="Stop the upload?"
          description="A recording is still uploading from this window. The uploaded part is kept: choose the same file again to resume."
          cancelLabel="Keep uploading"
          confirmLabel="Stop the upload"
        />
      )}
    </>
  )
}
