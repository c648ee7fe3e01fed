import { Download } from 'lucide-react'
import { downloadTranscript, type TranscriptFormat } from '#contract/sessions/transcripts.ts'
import { useDownload } from '#web/form/use-download.ts'
import { buildUrl } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

const formats: readonly [TranscriptFormat, string][] = [
  ['txt', 'Text (.txt)'],
  ['vtt', 'Subtitles (.vtt)'],
  ['docx', 'Word (.docx)'],
  ['pdf', 'PDF (.pdf)'],
]

type TranscriptFilesProps = {
  sessionId: string
  what: 'transcript' | 'conversation'
  /** For the clipboard. */
  text: string
  /** Required for subtitles. */
  hasTimes: boolean
}

/** Copies a transcript to the clipboard or downloads it as a file. */
export function TranscriptFiles({ sessionId, what, text, hasTimes }: TranscriptFilesProps) {
  const { download, isPending } = useDownload(`The ${what} could not be downloaded.`)
  const params = { id: sessionId }
  return (
    <>
      <CopyButton
        isIcon
        label={`Copy the ${what}`}
        text={text}
        failed={`Failed to copy the ${what} to clipboard`}
      />
      <Menu
        isBusy={isPending}
        trigger={
          <Button
            variant="secondary"
            size="sm"
            icon={Download}
            isPending={isPending}
            pendingLabel="Downloading..."
          >
            Download
          </Button>
        }
        items={formats
          .filter(([format]) => hasTimes || format !== 'vtt')
          .map(([format, label]) => ({
            label,
            onSelect: () =>
              download(buildUrl(downloadTranscript, { params, query: { what, format } })),
          }))}
      />
    </>
  )
}
