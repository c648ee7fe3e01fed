import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatBytes } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'
import { wholePercent } from '#web/ui/progress.tsx'
import { DiscardUpload } from './discard-upload.tsx'
import { type ChooserOf, FileChooser } from './file-chooser.tsx'
import { uploadState } from './transfer.ts'
import type { RememberedUpload } from './upload-memory.ts'
import { isSameFile } from './upload-state.ts'
import { uploads, useSentByOtherWindow } from './uploads.ts'

type InterruptedUploadProps = ChooserOf & {
  clientId: string
  upload: RememberedUpload
  onResume: () => void
}

/** A remembered upload: another window is sending it, or nobody. */
export function InterruptedUpload(props: InterruptedUploadProps) {
  if (!useSentByOtherWindow(props.sessionId)) return <Interrupted {...props} />
  return (
    <Banner tone="blue">
      Another window of this browser is uploading{' '}
      <span className="font-semibold break-all">{props.upload.name}</span>. The recording will
      appear here when it’s done.
    </Banner>
  )
}

/** Interrupted by a reload. The file has to be chosen again. */
function Interrupted({ clientId, upload, onResume, ...chooser }: InterruptedUploadProps) {
  const { sessionId } = chooser
  const { data: state, isPending } = useQuery({
    queryKey: ['interrupted upload', upload.uploadUrl],
    queryFn: ({ signal }) => uploadState(upload.uploadUrl, signal),
    gcTime: 0,
  })
  const isGone = state === null
  const hasArrived = state !== undefined && state !== null && state.status !== 'receiving'
  useEffect(() => {
    if (isGone) uploads.forget(sessionId)
  }, [isGone, sessionId])
  useEffect(() => {
    if (hasArrived) uploads.follow(sessionId, clientId, upload)
  }, [hasArrived, sessionId, clientId, upload])

  if (isGone)
    return (
      <div className="flex flex-col gap-4">
        <Banner tone="amber">
          An upload of {upload.name} was interrupted and has expired. Please upload it again.
        </Banner>
        <FileChooser {...chooser} file={null} />
      </div>
    )
  if (hasArrived) return null
  const arrived = state?.arrivedBytes
  const percent = wholePercent((arrived ?? 0) / upload.size)
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="blue">
        <strong>Upload interrupted</strong>
        <br />
        {isPending || arrived === undefined
          ? 'Part of the file is uploaded.'
          : `${percent}% (${formatBytes(arrived)}) uploaded.`}{' '}
        Choose <span className="font-semibold break-all">{upload.name}</span> (
        {formatBytes(upload.size)}) again to resume.
      </Banner>
      <FileChooser
        {...chooser}
        file={null}
        label="Resume upload"
        unlike={(file) =>
          isSameFile(file, upload)
            ? null
            : `The interrupted upload was ${upload.name} (${formatBytes(upload.size)}). Choose that file, or discard the upload.`
        }
        onChosen={onResume}
      />
      <DiscardUpload sessionId={sessionId} label="Discard upload" />
    </div>
  )
}
