import { Download } from 'lucide-react'
import { downloadTranscript, type TranscriptFormat } from '#contract/transcripts.ts'
import { urlOf } from '#web/lib/api.ts'
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
  /** All of it, for the clipboard. */
  text: string
  /** By which it can become subtitles. */
  hasTimes: boolean
}

/** Takes a transcript along: to the clipboard, or as a file that the server makes. */
export const TranscriptFiles = ({ sessionId, what, text, hasTimes }: TranscriptFilesProps) => (
  <>
    <CopyButton
      isIcon
      label={`Copy the ${what}`}
      text={text}
      failed={`Failed to copy the ${what} to clipboard`}
    />
    <Menu
      trigger={
        <Button variant="secondary" size="sm" icon={Download}>
          Download
        </Button>
      }
      items={formats
        .filter(([format]) => hasTimes || format !== 'vtt')
        .map(([format, label]) => ({
          label,
          onSelect: () =>
            save(urlOf(downloadTranscript, { params: { id: sessionId }, query: { what, format } })),
        }))}
    />
  </>
)

/** The browser asks the server for it, and keeps what comes under the name that it comes with. */
function save(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
