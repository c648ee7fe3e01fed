import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listClients, listMyCoachClients } from '#contract/clients/clients.ts'
import { listCoaches } from '#contract/coaches/coaches.ts'
import { listOrganizations } from '#contract/organizations/organizations.ts'
import { isAdmin, isCoach, type Role } from '#contract/roles.ts'
import { listUsers } from '#contract/accounts/users.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { formatClientName, formatPersonName } from '#web/lib/person-names.ts'
import { useOptionSearch } from '#web/lib/use-option-search.ts'
import { settingTabs } from '#web/pages/settings/setting-tabs.ts'
import { paths } from '#web/paths.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { listNavigation } from './navigation.ts'

/** Of each kind. */
const maxFound = 6

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
      <Field label="Name, page or setting">
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

type Place = SelectOption & { words?: string; email?: string | null }

/** Pages and settings of the user's roles by their words, and who and what the server finds. */
function usePlaces(user: { roles: readonly Role[] }) {
  const [text, setText] = useState('')
  const clients = useOptionSearch(
    isAdmin(user) ? listClients : listMyCoachClients,
    (it): Place => ({
      value: paths.plan(it.id),
      label: `Client: ${formatClientName(it)}`,
      email: it.userEmail,
    }),
    maxFound,
  )
  const coaches = useOptionSearch(
    listCoaches,
    (it): Place => ({
      value: paths.coach(it.id),
      label: `Coach: ${formatPersonName(it)}`,
      email: it.email,
    }),
    maxFound,
  )
  const organizations = useOptionSearch(
    listOrganizations,
    (it): Place => ({ value: paths.organization(it.id), label: `Organization: ${it.name}` }),
    maxFound,
  )
  const users = useOptionSearch(
    listUsers,
    (it): Place => ({
      value: `${paths.users}?q=${encodeURIComponent(it.email)}`,
      label: `User: ${formatPersonName(it)}`,
      email: it.email,
    }),
    maxFound,
  )
  const isTyped = text.trim() !== ''
  const mayAsk = isAdmin(user)
    ? [clients, coaches, organizations, users]
    : isCoach(user)
      ? [clients]
      : []
  const asked = isTyped ? mayAsk : []
  const places = findPlaces(user, text)
  return {
    search: (typed: string | undefined) => {
      setText(typed ?? '')
      for (const it of mayAsk) it.search(typed?.trim() ? typed : undefined)
    },
    options: addEmailToNamesakes([...places, ...asked.flatMap(({ options }) => options)]),
    match: places.length + asked.reduce((sum, { match }) => sum + match, 0),
    isPending: asked.some((it) => it.isPending),
    failure: asked.find((it) => it.failure)?.failure,
    retry: () => {
      for (const it of asked) it.retry()
    },
  }
}

/** People of the same name with their emails. */
function addEmailToNamesakes(places: readonly Place[]): SelectOption[] {
  const named = Map.groupBy(places, ({ label }) => label)
  return places.map(({ value, label, email }) => ({
    value,
    label: email && (named.get(label)?.length ?? 0) > 1 ? `${label} (${email})` : label,
  }))
}

function findPlaces(user: { roles: readonly Role[] }, text: string): Place[] {
  const pages = listNavigation(user)
  const hasSettings = pages.some(({ to }) => to === paths.settings)
  const find = (places: Place[]) =>
    places
      .filter(({ label, words = '' }) => matchesWords(`${label} ${words}`, text))
      // Those with the typed words in their name first.
      .toSorted((a, b) => Number(matchesWords(b.label, text)) - Number(matchesWords(a.label, text)))
  return find([
    ...pages.map(({ to, label }): Place => ({ value: to, label: `Page: ${label}` })),
    { value: paths.account, label: 'Page: Your account', words: 'name notifications' },
    {
      value: paths.security,
      label: 'Page: Sign-in and security',
      words: 'password email second factor authenticator passkey devices',
    },
    ...(hasSettings ? settingTabs : []).flatMap(({ value: tab, label, sections }) => {
      const value = `${paths.settings}?tab=${tab}`
      const name = `Setting: ${label}`
      return find([
        { value, label: name },
        ...sections.map(({ title, ...rest }) => ({ value, label: `${name}, ${title}`, ...rest })),
      ]).slice(0, 1)
    }),
  ])
}

/** Contains every typed word, in any order. */
const matchesWords = (label: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => label.toLowerCase().includes(word))
