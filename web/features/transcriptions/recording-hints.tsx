import { type ReactNode, useId } from 'react'
import { maxVoices } from '#contract/transcriptions/transcriptions.ts'
import {
  languageToOption,
  optionToLanguage,
  languageOptions,
} from '#web/parts/transcription-hints.ts'
import { Select } from '#web/ui/select.tsx'
import type { SessionTranscription } from './use-transcription.ts'

const detect = 'Detect automatically'
const speakerOptions = [detect, ...Array.from({ length: maxVoices }, (_, index) => `${index + 1}`)]

/** Optional hints for the transcription: number of speakers and language. */
export function RecordingHints({ transcription }: { transcription: SessionTranscription }) {
  const { speakers, setSpeakers, language, setLanguage, isStarting } = transcription
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      <Choice label="Speakers:" className="w-52">
        {(id) => (
          <Select
            id={id}
            disabled={isStarting}
            value={String(speakers ?? detect)}
            onValueChange={(value) => setSpeakers(value === detect ? null : Number(value))}
            options={speakerOptions.map((value) => ({ value, label: value }))}
          />
        )}
      </Choice>
      <Choice label="Language:" className="w-52">
        {(id) => (
          <Select
            id={id}
            disabled={isStarting}
            value={languageToOption(language)}
            onValueChange={(value) => setLanguage(optionToLanguage(value))}
            options={languageOptions('the client’s language')}
          />
        )}
      </Choice>
    </div>
  )
}

type ChoiceProps = { label: string; className: string; children: (id: string) => ReactNode }

function Choice({ label, className, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <label id={`${id}-label`} htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <div className={className}>{children(id)}</div>
    </div>
  )
}
