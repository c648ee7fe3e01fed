import { Archive, Ellipsis, Pencil, Plus, Trash2, Video } from 'lucide-react'
import { useState } from 'react'
import { listCoaches } from '#contract/coaches/coaches.ts'
import { maxSearchLength } from '#contract/paging.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Columns, type Group, Live } from './specimen.tsx'

const variants = [
  ['primary', 'Save plan'],
  ['secondary', 'Cancel'],
  ['ghost', 'Show more'],
  ['danger', 'Delete session'],
] as const
const buttons = variants.map(([variant, verb]) => [
  `Button, ${variant}`,
  <>
    <Button variant={variant}>{verb}</Button>
    <Button variant={variant} icon={variant === 'danger' ? Trash2 : Plus}>
      {verb}
    </Button>
    <Button variant={variant} size="sm">
      {verb}
    </Button>
    <Button variant={variant} disabled>
      {verb}
    </Button>
    <Button variant={variant} isPending pendingLabel="Working...">
      {verb}
    </Button>
  </>,
])

const ignore = () => {}
const nothing = {
  search: ignore,
  options: [],
  match: 0,
  isPending: false,
  failure: undefined,
  retry: ignore,
}
const roles = [
  { value: '', label: 'All Roles' },
  { value: 'coach_user', label: 'Coach' },
  { value: 'client_user', label: 'Client' },
  { value: 'org_user', label: 'Organization', isDisabled: true },
]
const types = [
  { value: 'intake', label: 'Intake' },
  { value: 'follow-up', label: 'Follow-up' },
]

function Comboboxes() {
  const [coach, setCoach] = useState<SelectOption>()
  const found = useOptionSearch(listCoaches, ({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }))
  const search = { things: 'Coach', placeholder: 'Search by name' }
  const unused = { onChoose: ignore, found: nothing }
  const anna = { value: 'anna', label: 'Anna Holm' }
  return (
    <Columns>
      <Field label="Coach" hint={coach ? `Chosen: ${coach.label}` : 'No coach chosen.'}>
        {(it) => <Combobox {...it} {...search} chosen={coach} onChoose={setCoach} found={found} />}
      </Field>
      <Field label="Organization" isRequired error="Choose an organization.">
        {(it) => <Combobox {...it} {...unused} chosen={undefined} things="Organization" />}
      </Field>
      <Field label="Client">
        {(it) => <Combobox {...it} {...unused} disabled chosen={anna} things="Client" />}
      </Field>
    </Columns>
  )
}

export const controls: Group[] = [
  {
    id: 'actions',
    title: 'Actions',
    about:
      'Buttons are verbs. One primary button per screen; destructive ones are red and ask first.',
    specimens: {
      ...Object.fromEntries(buttons),
      'Button that keeps its width while it works, and a link that looks like a button': (
        <>
          <Live start={false}>
            {(isSaving, setSaving) => (
              <Button
                isPending={isSaving}
                pendingLabel="Saving..."
                onClick={() => {
                  setSaving(true)
                  setTimeout(() => setSaving(false), 1500)
                }}
              >
                Save Changes
              </Button>
            )}
          </Live>
          <Button asChild variant="secondary" icon={Video}>
            <a href="#actions">Open recording</a>
          </Button>
        </>
      ),
      'Icon button, with its name as tooltip': (
        <>
          <IconButton label="Edit" icon={Pencil} />
          <IconButton label="Archive" icon={Archive} variant="secondary" />
          <IconButton label="Add" icon={Plus} variant="primary" />
          <IconButton label="Delete" icon={Trash2} variant="danger" />
          <IconButton label="Edit row" icon={Pencil} size="sm" />
          <IconButton label="Edit, disabled" icon={Pencil} disabled />
          <IconButton label="Archiving" icon={Archive} isPending />
        </>
      ),
      'Menu and tooltip': (
        <>
          <Menu
            trigger={<IconButton label="More actions" icon={Ellipsis} variant="secondary" />}
            items={[
              { label: 'Edit', icon: Pencil, onSelect: ignore },
              { label: 'Archive', icon: Archive, isDisabled: true, onSelect: ignore },
              { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: ignore },
            ]}
          />
          <Tooltip content="W1 begins on the day the client was created">
            <Button variant="ghost">Week 12</Button>
          </Tooltip>
        </>
      ),
    },
  },
  {
    id: 'forms',
    title: 'Forms',
    about: 'Labels are always visible. Errors appear next to their field and are read out with it.',
    specimens: {
      'Input and textarea': (
        <Columns>
          <Field label="First name">{(it) => <Input {...it} />}</Field>
          <Field label="Email" isRequired hint="We send the invitation there.">
            {(it) => <Input {...it} type="email" placeholder="name@company.com" />}
          </Field>
          <Field label="Password" isRequired error="Use at least 8 characters.">
            {(it) => <Input {...it} type="password" defaultValue="short" />}
          </Field>
          <Field label="Client ID" hint="Assigned automatically.">
            {(it) => <Input {...it} readOnly defaultValue="0193-4c1e" />}
          </Field>
          <Field label="Organization">
            {(it) => <Input {...it} disabled defaultValue="Nordlys Logistics" />}
          </Field>
          <Field label="Date">{(it) => <Input {...it} type="date" />}</Field>
          <Field label="Note" hint="Only you and the client can see this.">
            {(it) => <Textarea {...it} />}
          </Field>
          <Field label="System Prompt" isRequired error="Describe what the model should do.">
            {(it) => <Textarea {...it} />}
          </Field>
        </Columns>
      ),
      Select: (
        <Columns>
          <Live start="">
            {(value, set) => (
              <Field label="Role">
                {(it) => <Select {...it} value={value} onValueChange={set} options={roles} />}
              </Field>
            )}
          </Live>
          <Live start="">
            {(value, set) => (
              <Field label="Session Type" isRequired error={value ? undefined : 'Choose a type.'}>
                {(it) => <Select {...it} value={value} onValueChange={set} options={types} />}
              </Field>
            )}
          </Live>
          <Field label="Region">
            {(it) => (
              <Select {...it} value="intake" onValueChange={ignore} disabled options={types} />
            )}
          </Field>
        </Columns>
      ),
      'Search: / focuses it, Escape clears it': (
        <Live start="">
          {(value, set) => (
            <SearchInput
              label="Search clients"
              value={value}
              onChange={set}
              maxLength={maxSearchLength}
              placeholder="Search by name or email..."
              className="w-full max-w-sm"
            />
          )}
        </Live>
      ),
      'Checkbox and switch': (
        <Columns>
          <Live<boolean> start>
            {(checked, set) => (
              <Checkbox label="Remember me" checked={checked} onCheckedChange={set} />
            )}
          </Live>
          <Live<boolean> start>
            {(checked, set) => <Switch label="Active" checked={checked} onCheckedChange={set} />}
          </Live>
          <Checkbox
            label="Select all 24 coaches"
            checked="indeterminate"
            onCheckedChange={ignore}
          />
          <Switch label="Off, disabled" checked={false} onCheckedChange={ignore} disabled />
          <Checkbox label="Disabled" checked={false} onCheckedChange={ignore} disabled />
          <Switch label="On, disabled" checked onCheckedChange={ignore} disabled />
          <Checkbox label="Checked, disabled" checked onCheckedChange={ignore} disabled />
        </Columns>
      ),
    },
  },
  {
    id: 'choosing',
    title: 'Choosing and ordering',
    about:
      'Long lists are searched by typing. Anything that can be dragged can also be moved with the keyboard.',
    specimens: {
      'Combobox that searches the server': <Comboboxes />,
      'Sortable list': (
        <div className="w-full max-w-md">
          <Live start={['Stress', 'Sleep', 'Energy', 'Mood']}>
            {(metrics, setMetrics) => (
              <SortableList
                label="Metrics"
                items={metrics}
                toKey={(name) => name}
                nameOf={(name) => name}
                onOrder={setMetrics}
                renderItem={(name) => name}
              />
            )}
          </Live>
        </div>
      ),
    },
  },
]
