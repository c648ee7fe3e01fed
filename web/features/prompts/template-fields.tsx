import { useFormContext, useWatch } from 'react-hook-form'
import { type TemplateType, templateType, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { unknownPlaceholdersError } from '#contract/prompts/placeholders.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { PlaceholderField } from '#web/form/placeholder-field.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { AvailablePlaceholders } from './available-placeholders.tsx'
import { placeholderNames } from './placeholder-names.ts'
import type { TemplateFields as Fields } from './template-schema.ts'
import { TryUnsavedPrompts, useSessionToTry } from './try-unsaved-prompts.tsx'

export const typeOptions = templateType.options.map((value) => ({
  value,
  label: templateTypeLabel[value],
}))

/** The active template of a type stays active until another one is activated. */
export function TemplateFields({ isActive = false }: { isActive?: boolean }) {
  const session = useSessionToTry()
  const names = placeholderNames(session.values.data)
  const type = useWatch<Fields>({ name: 'type' }) as TemplateType
  const { getValues, trigger } = useFormContext<Fields>()
  const prompt = (name: 'systemPrompt' | 'userPromptTemplate') => ({
    name,
    names,
    isRequired: true,
    // Reports unknown placeholders on leaving the field.
    onLeave: () => {
      if (unknownPlaceholdersError(getValues(name))) void trigger(name)
    },
  })
  return (
    <>
      <TextField name="name" label="Name" isRequired />
      <FieldPair>
        <SelectField
          name="type"
          label="Type"
          options={typeOptions}
          disabled={isActive}
          {...(isActive && { hint: 'You can’t change the type of an active template.' })}
        />
        <TextField
          name="version"
          label="Version"
          hint="Your own label, such as 1.0 or beta"
          isRequired
        />
      </FieldPair>
      <SwitchField
        name="isActive"
        label="Active"
        isDisabled={isActive}
        hint={
          isActive
            ? 'Active for its type until you activate another template.'
            : 'Make this template active for its type'
        }
      />
      <TextAreaField name="description" label="Description" hint="Optional" rows={2} />
      <PlaceholderField {...prompt('systemPrompt')} label="System Prompt" />
      <PlaceholderField {...prompt('userPromptTemplate')} label="User Prompt Template" />
      <AvailablePlaceholders names={names} type={type} />
      <TryUnsavedPrompts {...session} />
    </>
  )
}
