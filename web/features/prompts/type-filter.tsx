import { templateType, type TemplateType, templateTypeLabel } from '#contract/prompts.ts'
import { Select } from '#web/ui/select.tsx'

const all = 'all'
const options = [
  { value: all, label: 'All Types' },
  ...templateType.options.map((value) => ({ value, label: templateTypeLabel[value] })),
]

type TypeFilterProps = {
  type: TemplateType | undefined
  onChange: (type: TemplateType | undefined) => void
}

export const TypeFilter = ({ type, onChange }: TypeFilterProps) => (
  <div className="w-52">
    <Select
      aria-label="Type"
      value={type ?? all}
      onValueChange={(next) => onChange(templateType.safeParse(next).data)}
      options={options}
    />
  </div>
)
