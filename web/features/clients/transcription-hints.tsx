import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  getTranscriptionHints,
  putTranscriptionHints,
  terms,
  type TranscriptionHints as Hints,
} from '#contract/transcriptions/transcription-hints.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import {
  languageToOption,
  optionToLanguage,
  languageOptions,
  splitLines,
} from '#web/parts/transcription-hints.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const fields = z.object({ language: z.string(), terms: splitLines(terms) })
const toFields = ({ language, terms }: Hints) => ({
  language: languageToOption(language),
  terms: terms.join('\n'),
})

type TranscriptionHintsProps = { clientId: string; isOpen: boolean; onClose: () => void }

export function TranscriptionHints({ clientId, isOpen, onClose }: TranscriptionHintsProps) {
  const queries = useQueryClient()
  const asked = queryFor(getTranscriptionHints, { params: { id: clientId } })
  const found = useQuery({ ...asked, enabled: isOpen })
  const hints = found.data
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Language and names"
      description="Hints for transcribing this client's recordings. External providers receive them with the audio."
      size="sm"
      schema={fields}
      defaults={hints && toFields(hints)}
      {...(hints && { version: hints.version })}
      loading={
        <ReadState
          read={found}
          loading={<Skeleton className="h-64 w-full" />}
          failed="Language and names could not be loaded"
        >
          {() => null}
        </ReadState>
      }
      reloadRow={async () => {
        const theirs = await refetchQuery(queries, asked)
        return { fields: toFields(theirs), version: theirs.version }
      }}
      submitLabel="Save"
      pendingLabel="Saving..."
      mutationFn={({ fields: { language, terms }, version }, call) =>
        call(putTranscriptionHints, {
          params: { id: clientId },
          body: { language: optionToLanguage(language), terms, version },
        })
      }
      successToast={() => ({
        title: 'Saved',
        description: 'The next transcription will use these hints.',
      })}
      errorToast="Language and names could not be saved. Please try again."
    >
      <SelectField
        name="language"
        label="Language of the sessions"
        options={languageOptions('Default from System Settings')}
      />
      <TextAreaField
        name="terms"
        label="Names and terms"
        rows={5}
        hint="One per line: people, places and terms that come up often."
      />
    </FormDialog>
  )
}
