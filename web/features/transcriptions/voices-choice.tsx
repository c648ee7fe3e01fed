import { useId } from 'react'
import { maxVoices } from '#contract/transcriptions.ts'
import { Select } from '#web/ui/select.tsx'
import type { TranscriptionUnderWay } from './use-transcription.ts'

const findOut = 'find out'
const options = [findOut, ...Array.from({ length: maxVoices }, (_, index) => String(index + 1))]

/** How many people speak in the recording, for whoever knows it: else it is found out. */
export function VoicesChoice({ transcription }: { transcription: TranscriptionUnderWay }) {
  const id = useId()
  const { voices, setVoices, isStarting } = transcription
  return (
    <div className="flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Voices:
      </label>
      <div className="w-28">
        <Select
          id={id}
          disabled={isStarting}
          value={String(voices ?? findOut)}
          onValueChange={(value) => setVoices(value === findOut ? null : Number(value))}
          options={options.map((value) => ({ value, label: value }))}
        />
      </div>
    </div>
  )
}
