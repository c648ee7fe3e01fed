import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listClients, listMyCoachClients } from '#contract/clients.ts'
import { isAdmin, isCoach, type Role } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { formatClientName } from '#web/lib/person-names.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { settingTabs } from '#web/pages/settings/setting-tabs.ts'
import { paths } from '#web/paths.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { navigationOf } from './navigation.ts'

const maxClients = 8

type QuickJumpDialogProps = { isOpen: boolean; onClose: () => void }

export function QuickJumpDialog({ isOpen, onClose }: QuickJumpDialogProps) {
  const found = usePlaces(useSignedInUser())
  const navigate = useNavigate()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Jump to"
      description="Type a name, choose with the arrow keys, and press Enter."
      size="sm"
    >
      <Field label="Client, page or setting">
        {(field) => (
          <Combobox
            {...field}
            things="Places"
            chosen={undefined}
            onChoose={(option) => {
              if (!option) return
              onClose()
              void navigate(option.value)
            }}
            found={found}
          />
        )}
      </Field>
    </Dialog>
  )
}

/** Pages and settings of the user's roles by name, and clients found by the server. */
function usePlaces(user: { roles: readonly Role[] }) {
  const [text, setText] = useState('')
  const canSearchClients = isAdmin(user) || isCoach(user)
  const clients = useOptionSearch(
    isAdmin(user) ? listClients : listMyCoachClients,
    (client) => ({ value: paths.plan(client.id), label: `Client: ${formatClientName(client)}` }),
    maxClients,
  )
  const isSearched = canSearchClients && text.trim() !== ''
  const places = placesOf(user).filter(({ label }) => matchesWords(label, text))
  const options = isSearched ? [...places, ...clients.options] : places
  return {
    search: (typed: string | undefined) => {
      setText(typed ?? '')
      clients.search(canSearchClients && typed?.trim() ? typed : undefined)
    },
    options,
    match: isSearched ? places.length + clients.match : options.length,
    isPending: isSearched && clients.isPending,
    failure: isSearched ? clients.failure : undefined,
    retry: clients.retry,
  }
}

function placesOf(user: { roles: readonly Role[] }): SelectOption[] {
  const pages = navigationOf(user)
  const hasSettings = pages.some(({ to }) => to === paths.settings)
  return [
    ...pages.map(({ to, label }) => ({ value: to, label: `Page: ${label}` })),
    ...(hasSettings ? settingTabs : []).map(({ value, label }) => ({
      value: `${paths.settings}?tab=${value}`,
      label: `Setting: ${label}`,
    })),
  ]
}

/** Contains every typed word, in any order. */
const matchesWords = (label: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))
