import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  createGoldenTranscript,
  readGoldenTranscript,
  riskScoreKey,
  typesWithValues,
  updateGoldenTranscript,
} from '#contract/prompts/golden-transcripts.ts'
import { TextField } from '#web/form/fields.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type GoldenFields, goldenFields, goldenSchema, newGolden } from './golden-schema.ts'
import { typeOptions } from './template-fields.tsx'

type GoldenDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Missing for a new one. */
  id?: string
}

/** Edits a golden transcript and what answers about it must contain. */
export const GoldenDialog = ({ id, ...dialog }: GoldenDialogProps) =>
  id ? <EditGolden {...dialog} id={id} /> : <CreateGolden {...dialog} />

type Shared = Omit<GoldenDialogProps, 'id'>
const description = 'A made-up conversation. Don’t use real people’s words.'

const CreateGolden = (dialog: Shared) => (
  <FormDialog
    {...dialog}
    size="lg"
    title="Add golden transcript"
    description={description}
    schema={goldenSchema}
    defaults={newGolden}
    draftKey="new golden transcript"
    submitLabel="Add transcript"
    pendingLabel="Adding..."
    mutationFn={({ fields }, call) => call(createGoldenTranscript, { body: fields })}
    successToast={({ name }) => ({ title: 'Golden transcript added', description: name })}
    errorToast="Failed to add the golden transcript"
  >
    <Fields />
  </FormDialog>
)

function EditGolden({ id, ...dialog }: Shared & { id: string }) {
  const queries = useQueryClient()
  const query = queryFor(readGoldenTranscript, { params: { id } })
  const found = useQuery({ ...query, enabled: dialog.isOpen })
  const { data } = found
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Edit golden transcript"
      description={description}
      schema={goldenSchema}
      defaults={data && goldenFields(data)}
      loading={
        <ReadState
          read={found}
          loading={<Skeleton className="h-96 w-full" />}
          failed="The golden transcript could not be loaded"
        >
          {() => null}
        </ReadState>
      }
      {...(data && { version: data.version })}
      reloadRow={async () => {
        const now = await refetchQuery(queries, query)
        return { fields: goldenFields(now), version: now.version }
      }}
      draftKey={`golden transcript ${id}`}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      mutationFn={({ fields, version }, call) =>
        call(updateGoldenTranscript, { params: { id }, body: { ...fields, version } })
      }
      successToast={({ name }) => ({ title: 'Golden transcript saved', description: name })}
      errorToast="Failed to save the golden transcript"
    >
      <Fields />
    </FormDialog>
  )
}

function Fields() {
  const { control } = useFormContext<GoldenFields>()
  const type = useWatch({ control, name: 'type' })
  const hasValues = typesWithValues.includes(type)
  return (
    <>
      <TextField name="name" label="Name" isRequired />
      <SelectField name="type" label="Type" options={typeOptions} isRequired />
      <TextAreaField name="transcript" label="Transcript" rows={8} isRequired />
      <TextAreaField
        name="quotes"
        label={hasValues ? 'Required quotes' : 'Required words'}
        hint="One per line. Case and punctuation are ignored."
        rows={3}
      />
      <TextAreaField name="forbidden" label="Forbidden words" hint="One per line." rows={3} />
      {hasValues && (
        <TextAreaField
          name="values"
          label="Values"
          hint={
            type === 'burnout_assessment'
              ? `One line: ${riskScoreKey}: 30 to 80`
              : 'One per line, by metric key: stress_level: 60 to 80'
          }
          rows={3}
        />
      )}
    </>
  )
}
