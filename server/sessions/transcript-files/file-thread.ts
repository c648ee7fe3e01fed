import { parentPort, workerData } from 'node:worker_threads'
import type { TranscriptDocument } from './transcript-document.ts'

/** A thread of its own: it brings its libraries only when somebody wants a file, and nobody else waits for it. */
const { format, document } = workerData as { format: 'docx' | 'pdf'; document: TranscriptDocument }
const bytes =
  format === 'docx'
    ? await (await import('./docx-file.ts')).docxFile(document)
    : await (await import('./pdf-file.ts')).pdfFile(document)
parentPort?.postMessage(bytes)
