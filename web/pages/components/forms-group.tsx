import { useState } from 'react'
import { maxSearchLength } from '#contract/paging.ts'
import { Textarea } from '#web/ui/input.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Group, Specimen } from './specimen.tsx'

const roles = [
  { value: '', label: 'All Roles' },
  { value: 'coach_user', label: 'Coach' },
  { value: 'client_user', label: 'Client' },
  { value: 'org_user', label: 'Organization', isDisabled: true },
]

export function FormsGroup() {
  const [role, setRole] = useState('')
  const [type, setType] = useState<string>()
  const [search, setSearch] = useState('')
  const [isRemembered, setRemembered] = useState(true)
  const [isActive, setActive] = useState(true)
  return (
    <Group
      id="forms"
      title="Forms"
      about="Labels are always visible. Errors appear next to their field and are read out with it."
    >
      <Specimen title="Input">
        <div className="grid w-full gap-5 md:grid-cols-2">
          <Field label="First name">{(control) => <Input {...control} />}</Field>
          <Field label="Email" isRequired hint="We send the invitation there.">
            {(control) => <Input {...control} type="email" placeholder="name@company.com" />}
          </Field>
          <Field label="Password" isRequired error="Use at least 8 characters.">
            {(control) => <Input {...control} type="password" defaultValue="short" />}
          </Field>
          <Field label="Client ID" hint="Assigned automatically.">
            {(control) => <Input {...control} readOnly defaultValue="0193-4c1e" />}
          </Field>
          <Field label="Organization">
            {(control) => <Input {...control} disabled defaultValue="Nordlys Logistics" />}
          </Field>
          <Field label="Date">{(control) => <Input {...control} type="date" />}</Field>
        </div>
      </Specimen>
      <Specimen title="Textarea">
        <div className="grid w-full gap-5 md:grid-cols-2">
          <Field label="Note" hint="Only you and the client can see this.">
            {(control) => <Textarea {...control} />}
          </Field>
          <Field label="System Prompt" isRequired error="Describe what the model should do.">
            {(control) => <Textarea {...control} />}
          </Field>
        </div>
      </Specimen>
      <Specimen title="Select">
        <div className="grid w-full gap-5 md:grid-cols-2">
          <Field label="Role">
            {(control) => (
              <Select {...control} value={role} onValueChange={setRole} options={roles} />
            )}
          </Field>
          <Field label="Session Type" isRequired error={type ? undefined : 'Choose a type.'}>
            {(control) => (
              <Select
                {...control}
                value={type}
                onValueChange={setType}
                placeholder="Choose a session type"
                options={[
                  { value: 'intake', label: 'Intake' },
                  { value: 'follow-up', label: 'Follow-up' },
                ]}
              />
            )}
          </Field>
          <Field label="Region">
            {(control) => (
              <Select
                {...control}
                value="de"
                onValueChange={() => {}}
                disabled
                options={[{ value: 'de', label: 'Frankfurt' }]}
              />
            )}
          </Field>
        </div>
      </Specimen>
      <Specimen title="Search: / focuses it, Escape clears it">
        <SearchInput
          label="Search clients"
          value={search}
          onChange={setSearch}
          maxLength={maxSearchLength}
          placeholder="Search by name or email..."
          className="w-full max-w-sm"
        />
        <p className="text-muted">{search ? `Searching for ${search}` : 'Nothing typed yet'}</p>
      </Specimen>
      <Specimen title="Checkbox and switch">
        <div className="grid w-full gap-x-5 gap-y-4 md:grid-cols-2">
          <Checkbox label="Remember me" checked={isRemembered} onCheckedChange={setRemembered} />
          <Switch label="Active" checked={isActive} onCheckedChange={setActive} />
          <Checkbox
            label="Select all 24 coaches"
            checked="indeterminate"
            onCheckedChange={() => {}}
          />
          <Switch label="Off, disabled" checked={false} onCheckedChange={() => {}} disabled />
          <Checkbox label="Disabled" checked={false} onCheckedChange={() => {}} disabled />
          <Switch label="On, disabled" checked onCheckedChange={() => {}} disabled />
          <Checkbox label="Checked, disabled" checked onCheckedChange={() => {}} disabled />
        </div>
      </Specimen>
    </Group>
  )
}
