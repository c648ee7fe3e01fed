import { CircleAlert, CloudUpload } from 'lucide-react'
import { Link } from 'react-router'
import { uploadsInWords } from '#web/features/recordings/uploads-in-words.ts'
import { useUploadsUnderWay } from '#web/features/recordings/uploads.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { softTone } from '#web/ui/tone.ts'
import { useEndedElsewhere } from './use-ended-elsewhere.ts'

/** "Uploading a recording: 42 %", as a link back to its session; on phones the figure only. */
export function UploadPill() {
  useEndedElsewhere()
  const words = uploadsInWords(useUploadsUnderWay())
  if (!words) return <output className="sr-only" />
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
          {isBroken ? 'Failed' : percent === null ? 'Checking' : `${percent}\u00A0%`}
        </span>
      </Link>
      <output className="sr-only">
        {/* Said at every tenth only: each per cent would drown everything else. */}
        {percent === null ? text : `${Math.floor(percent / 10) * 10} per cent uploaded`}
      </output>
    </>
  )
}
