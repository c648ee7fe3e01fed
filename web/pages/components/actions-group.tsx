import { Archive, Ellipsis, Pencil, Plus, Trash2, Video } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Group, Specimen } from './specimen.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const
const words = {
  primary: 'Save plan',
  secondary: 'Cancel',
  ghost: 'Show more',
  danger: 'Delete session',
}

export function ActionsGroup() {
  const [isSaving, setSaving] = useState(false)
  const [chosen, setChosen] = useState<string>()
  return (
    <Group
      id="actions"
      title="Actions"
      about="Buttons are verbs. One primary button per screen; destructive ones are red and ask first."
    >
      {variants.map((variant) => (
        <Specimen key={variant} title={`Button, ${variant}`}>
          <Button variant={variant}>{words[variant]}</Button>
          <Button variant={variant} icon={variant === 'danger' ? Trash2 : Plus}>
            {words[variant]}
          </Button>
          <Button variant={variant} size="sm">
            {words[variant]}
          </Button>
          <Button variant={variant} disabled>
            {words[variant]}
          </Button>
          <Button variant={variant} isPending pendingLabel="Working...">
            {words[variant]}
          </Button>
        </Specimen>
      ))}
      <Specimen title="Button that keeps its width while it works, and a link that looks like a button">
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
        <Button asChild variant="secondary" icon={Video}>
          <a href="#actions">Open recording</a>
        </Button>
      </Specimen>
      <Specimen title="Icon button, with its name as tooltip">
        <IconButton label="Edit" icon={Pencil} />
        <IconButton label="Archive" icon={Archive} variant="secondary" />
        <IconButton label="Add" icon={Plus} variant="primary" />
        <IconButton label="Delete" icon={Trash2} variant="danger" />
        <IconButton label="Edit row" icon={Pencil} size="sm" />
        <IconButton label="Edit, disabled" icon={Pencil} disabled />
        <IconButton label="Archiving" icon={Archive} isPending />
      </Specimen>
      <Specimen title="Menu and tooltip">
        <Menu
          trigger={<IconButton label="More actions" icon={Ellipsis} variant="secondary" />}
          items={[
            { label: 'Edit', icon: Pencil, onSelect: () => setChosen('Edit') },
            { label: 'Archive', icon: Archive, isDisabled: true, onSelect: () => {} },
            { label: 'Delete', icon: Trash2, tone: 'danger', onSelect: () => setChosen('Delete') },
          ]}
        />
        <Tooltip content="W1 begins on the day the client was created">
          <Button variant="ghost">Week 12</Button>
        </Tooltip>
        <output className="text-muted">{chosen && `Chosen: ${chosen}`}</output>
      </Specimen>
    </Group>
  )
}
