import { FileVideo, Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatBytes } from '#web/lib/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useToast } from '#web/ui/toast.tsx'
import { acceptedFiles, fileError } from './upload-rules.ts'
import type { FileIdentity } from './upload-state.ts'
import { uploads } from './uploads.ts'

export type ChooserOf = {
  sessionId: string
  /** Opens the file dialog once the input is there. */
  isChoosing: boolean
  onChoosing: () => void
}
type FileChooserProps = ChooserOf & {
  file: FileIdentity | null
  /** Why this is not the expected file, or null. */
  unlike?: (file: File) => string | null
  onChosen?: () => void
  label?: string
}

/** A drop zone with a button. */
export function FileChooser({
  sessionId,
  isChoosing,
  onChoosing,
  file,
  unlike,
  onChosen,
  label,
}: FileChooserProps) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isChoosing) return
    onChoosing()
    input.current?.click()
  }, [isChoosing, onChoosing])

  function choose(chosen: File | undefined) {
    if (!chosen) return
    const refusal = fileError(chosen)
    if (refusal) {
      toast({ ...refusal, tone: 'destructive' })
      return
    }
    const difference = unlike?.(chosen)
    if (difference) {
      toast({ title: 'This is a different file', description: difference, tone: 'destructive' })
      return
    }
    uploads.choose(sessionId, chosen)
    onChosen?.()
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files[0])
  }

  const Icon = file ? FileVideo : Upload
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-brand bg-brand-soft' : 'border-outline',
      )}
    >
      <Icon aria-hidden size={28} className="text-muted" />
      {file ? (
        <p className="max-w-full font-semibold break-words">
          {file.name} <span className="font-normal text-muted">· {formatBytes(file.size)}</span>
        </p>
      ) : (
        <div>
          <p className="font-semibold">Drop the session video here</p>
          <p className="text-muted">Video, up to 500 MB</p>
        </div>
      )}
      <input
        ref={input}
        type="file"
        accept={acceptedFiles}
        aria-label="Video of the session"
        // The button below opens it; by keyboard that is one tab stop.
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          choose(target.files?.[0])
          // Allows choosing the same file again.
          target.value = ''
        }}
      />
      <Button variant="secondary" onClick={() => input.current?.click()}>
        {label ?? (file ? 'Choose another file' : 'Choose a video')}
      </Button>
    </div>
  )
}
