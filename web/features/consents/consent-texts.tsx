import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  addConsentText,
  type ConsentTexts as Texts,
  consentTextForm,
  listConsentTexts,
  purposeLabel,
} from '#contract/consents/consents.ts'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'

type OfPurpose = Texts[number]

/** The texts that clients agree to, with their versions. */
export const ConsentTexts = () => (
  <Card aria-label="Consent texts">
    <CardHeader
      title="Consent texts"
      description="What clients agree to. Every change is a new version: earlier decisions still count, and clients see that the text was changed."
    />
    <ReadState
      read={useQuery(queryFor(listConsentTexts, {}))}
      loading={<RowsSkeleton label="Loading the consent texts" />}
      failed="The consent texts could not be loaded"
    >
      {(texts) => (
        <ul className="divide-y divide-line">
          {texts.map((it) => (
            <TextOfPurpose key={it.purpose} text={it} />
          ))}
        </ul>
      )}
    </ReadState>
  </Card>
)

function TextOfPurpose({ text: { purpose, versions } }: { text: OfPurpose }) {
  const [isEditing, setEditing] = useState(false)
  const [current, ...older] = versions
  if (!current) return null
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{purposeLabel[purpose]}</h3>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Edit: ${purposeLabel[purpose]}`}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
      </div>
      <p className="max-w-prose">{current.summary}</p>
      <p className="max-w-prose text-muted">{current.details}</p>
      <p className="text-xs text-muted">{formatVersion(current)}</p>
      {older.length > 0 && (
        <Collapsible title="Older versions" summary={`${older.length}`}>
          <ul className="flex flex-col gap-4">
            {older.map((it) => (
              <li key={it.id} className="max-w-prose">
                <p className="text-xs text-muted">{formatVersion(it)}</p>
                <p>{it.summary}</p>
                <p className="text-muted">{it.details}</p>
              </li>
            ))}
          </ul>
        </Collapsible>
      )}
      <EditText
        purpose={purpose}
        current={current}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      />
    </li>
  )
}

const formatVersion = ({ version, createdAt, createdBy }: OfPurpose['versions'][number]) =>
  `Version ${version}, ${formatDate(createdAt)}${createdBy ? ` by ${createdBy}` : ''}`

type EditTextProps = {
  purpose: OfPurpose['purpose']
  current: OfPurpose['versions'][number]
  isOpen: boolean
  onClose: () => void
}

function EditText({ purpose, current, isOpen, onClose }: EditTextProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={purposeLabel[purpose]}
      description="Write so that everyone understands it: what happens, where, who sees it, and how to withdraw."
      schema={consentTextForm}
      defaults={toFields(current)}
      version={current.version}
      reloadRow={async () => {
        const texts = await refetchQuery(queries, queryFor(listConsentTexts, {}))
        const now = texts.find((it) => it.purpose === purpose)?.versions[0] ?? current
        return { fields: toFields(now), version: now.version }
      }}
      submitLabel="Save as new version"
      pendingLabel="Saving..."
      mutationFn={({ fields, version = current.version }, call) =>
        call(addConsentText, { params: { purpose }, body: { ...fields, version } })
      }
      successToast={() => ({ title: 'New version saved' })}
      errorToast="The text could not be saved. Please try again."
    >
      <TextAreaField name="summary" label="Summary" rows={3} hint="Always shown." isRequired />
      <TextAreaField name="details" label="Details" rows={10} hint="Shown under More." isRequired />
    </FormDialog>
  )
}

const toFields = ({ summary, details }: z.input<typeof consentTextForm>) => ({ summary, details })
