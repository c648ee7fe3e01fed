import { useState } from 'react'
import { listCoaches } from '#contract/coaches.ts'
import { useOptionSearch } from '../../lib/use-option-search.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { SelectOption } from '../../ui/select.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { Group, Specimen } from './specimen.tsx'

const nothing = {
  search: () => {},
  options: [],
  match: 0,
  isPending: false,
  failure: undefined,
  retry: () => {},
}

export function ChoosingGroup() {
  const [coach, setCoach] = useState<SelectOption>()
  const [metrics, setMetrics] = useState(['Stress', 'Sleep', 'Energy', 'Mood'])
  const found = useOptionSearch(listCoaches, ({ id, firstName, lastName }) => ({
    value: id,
    label: `${firstName} ${lastName}`,
  }))
  return (
    <Group
      id="choosing"
      title="Choosing and ordering"
      about="Long lists are searched by typing. Anything that can be dragged can also be moved with the keyboard."
    >
      <Specimen title="Combobox that searches the server">
        <div className="grid w-full gap-5 md:grid-cols-2">
          <Field label="Coach" hint={coach ? `Chosen: ${coach.label}` : 'No coach chosen.'}>
            {(control) => (
              <Combobox
                {...control}
                chosen={coach}
                onChoose={setCoach}
                found={found}
                things="Coach"
                placeholder="Search by name"
              />
            )}
          </Field>
          <Field label="Organization" isRequired error="Choose an organization.">
            {(control) => (
              <Combobox
                {...control}
                chosen={undefined}
                onChoose={() => {}}
                found={nothing}
                things="Organization"
                placeholder="Search by name"
              />
            )}
          </Field>
          <Field label="Client">
            {(control) => (
              <Combobox
                {...control}
                disabled
                chosen={{ value: 'anna', label: 'Anna Holm' }}
                onChoose={() => {}}
                found={nothing}
                things="Client"
              />
            )}
          </Field>
        </div>
      </Specimen>
      <Specimen title="Sortable list">
        <div className="w-full max-w-md">
          <SortableList
            label="Metrics"
            items={metrics}
            keyOf={(name) => name}
            nameOf={(name) => name}
            onOrder={setMetrics}
            renderItem={(name) => name}
          />
        </div>
      </Specimen>
    </Group>
  )
}
