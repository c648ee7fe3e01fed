import { familyRelations } from '#contract/plans/my-plan.ts'
import { type FieldEntry, FieldTable } from '#web/form/field-table.tsx'

const fields: readonly FieldEntry[] = [
  { kind: 'text', name: 'firstName', label: 'First name', isRequired: true },
  { kind: 'text', name: 'lastName', label: 'Last name', isRequired: true },
  {
    kind: 'select',
    name: 'familyRelation',
    label: 'Relationship',
    hint: 'Their relationship to you',
    isRequired: true,
    placeholder: 'Select a relationship',
    options: familyRelations.map((relation) => ({ value: relation, label: relation })),
  },
]

export const FamilyMemberFields = () => <FieldTable fields={fields} />
