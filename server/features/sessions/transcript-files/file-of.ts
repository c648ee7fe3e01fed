import type { Segment } from '#contract/transcriptions.ts'
import type { TranscriptFormat } from '#contract/transcripts.ts'
import { cuesOfConversation } from './conversation-cues.ts'
import { textFile, vttFile } from './plain-files.ts'
import { linesOfConversation, linesOfRaw, type TranscriptDocument } from './transcript-document.ts'

/** What is to become a file of which format. */
export type Asked = {
  format: TranscriptFormat
  about: Omit<TranscriptDocument, 'lines'>
  what: 'transcript' | 'conversation'
  text: string
  /** The raw lines: of a conversation those by which its times are known. */
  segments: readonly Segment[]
}

/** The file in bytes; null: a conversation of whose words none was heard, so that it has no times. */
export async function fileOf(asked: Asked): Promise<Uint8Array | null> {
  const lines = linesOf(asked)
  if (lines === null) return null
  const document = { ...asked.about, lines }
  switch (asked.format) {
    case 'txt':
      return Buffer.from(textFile(document))
    case 'vtt':
      return Buffer.from(vttFile(document))
    case 'docx':
      return (await import('./docx-file.ts')).docxFile(document)
    case 'pdf':
      return (await import('./pdf-file.ts')).pdfFile(document)
  }
}

function linesOf({ format, what, text, segments }: Asked) {
  if (what === 'transcript') return linesOfRaw(text, segments)
  if (format !== 'vtt') return linesOfConversation(text, segments)
  const cues = cuesOfConversation(text, segments)
  return cues.length ? cues : null
}
