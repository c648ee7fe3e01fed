import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { TranscriptFormat } from '#contract/sessions/transcripts.ts'
import { conversationCues } from './conversation-cues.ts'
import { textFile, vttFile } from './text-files.ts'
import { linesOfConversation, linesOfRaw, type TranscriptDocument } from './transcript-document.ts'

export type FileRequest = {
  format: TranscriptFormat
  about: Omit<TranscriptDocument, 'lines'>
  what: 'transcript' | 'conversation'
  text: string
  /** Lines of the raw transcript, which also time a conversation. */
  segments: readonly Segment[]
}

/** Null for subtitles of a conversation without any known time. */
export async function renderFile(request: FileRequest): Promise<Uint8Array | null> {
  const lines = formatLines(request)
  if (lines === null) return null
  const document = { ...request.about, lines }
  switch (request.format) {
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

function formatLines({ format, what, text, segments }: FileRequest) {
  if (what === 'transcript') return linesOfRaw(text, segments)
  if (format !== 'vtt') return linesOfConversation(text, segments)
  const cues = conversationCues(text, segments)
  return cues.length ? cues : null
}
