import type { Transcriber, Transcript } from '../providers/transcription/transcriber.ts'

export const spoken: Transcript = {
  engine: 'fake',
  language: 'en',
  duration: 12,
  warnings: [],
  segments: [
    { start: 0.5, end: 4, speaker: 'Speaker 1', text: 'Good morning. How have you been?' },
    { start: 4.5, end: 11, speaker: 'Speaker 2', text: 'It has been a difficult week at work.' },
  ],
}

/** A fake speech engine for tests of other things. */
export const fakeTranscriber = (transcript: Partial<Transcript> = {}): Transcriber => ({
  maxConcurrent: 1,
  async begin(_path, { onProgress }) {
    onProgress(0.5, null)
    return { transcript: { ...spoken, ...transcript } }
  },
})
