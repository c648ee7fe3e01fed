import { uploadsInWords } from '#web/features/recordings/uploads-in-words.ts'
import { useUploadsUnderWay } from '#web/features/recordings/uploads.ts'
import { optional } from '#web/ui/optional.tsx'
import { useEndedElsewhere } from './use-ended-elsewhere.ts'

const UploadLink = optional(async () => (await import('./upload-link.tsx')).UploadLink)

/** "Uploading a recording: 42 %", as a link back to its session; on phones the figure only. */
export function UploadPill() {
  useEndedElsewhere()
  const underWay = useUploadsUnderWay()
  const words = uploadsInWords(underWay)
  return (
    <>
      {words && (
        <UploadLink
          words={words}
          isSending={underWay.some(
            ({ upload }) => upload.phase === 'uploading' && !upload.isProcessing,
          )}
        />
      )}
      <output className="sr-only">
        {/* Said at every tenth only: each per cent would drown everything else. */}
        {words &&
          (words.percent === null
            ? words.text
            : `${Math.floor(words.percent / 10) * 10} per cent uploaded`)}
      </output>
    </>
  )
}
