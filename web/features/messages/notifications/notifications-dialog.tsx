import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import {
  isBellOnly,
  isChoice,
  type MessageChoice,
  type MessageGroup,
  messageGroups,
  type MessageKind,
  messageKind,
  messageKinds,
} from '#contract/messages/kinds.ts'
import {
  contactWay,
  contactWayLabel,
  getMyNotifications,
  messageChannel,
  type Notifications,
  saveMyNotifications,
} from '#contract/messages/messages.ts'
import { isClient as hasClientRole, type Role } from '#contract/roles.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  toFields,
  noContactWay,
  notificationForm,
  switchName,
  getOptOuts,
} from './notification-form.ts'

const query = queryFor(getMyNotifications, {})
const channelLabels = { email: 'Email', text: 'Text message' } as const

/** The user's notification settings, by kind and channel. */
export function NotificationsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const user = useSignedInUser()
  const isClient = hasClientRole(user)
  const choice = useQuery({ ...query, enabled: isOpen })
  const { data } = choice
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Notification settings"
      description={data && describeChannel(data.channel)}
      schema={notificationForm}
      defaults={data && toFields(data)}
      loading={
        <ReadState
          read={choice}
          loading={<Skeleton className="h-96 w-full" />}
          failed="The settings could not be loaded"
        >
          {() => null}
        </ReadState>
      }
      {...(data && data.version !== null && { version: data.version })}
      reloadRow={async () => {
        const now = await refetchQuery(queries, query)
        return { fields: toFields(now), version: now.version ?? 1 }
      }}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      mutationFn={({ fields, version = null }, call) =>
        call(saveMyNotifications, {
          body: {
            phone: fields.phone,
            contactBy: fields.contactBy === noContactWay ? null : fields.contactBy,
            optOuts: getOptOuts(fields),
            timeZone: getTimeZone(),
            version,
          },
        })
      }
      successToast={() => ({
        title: 'Notification settings saved',
        description: 'This applies to new messages.',
      })}
      errorToast="Failed to save the settings"
      onSuccess={(saved) => queries.setQueryData(query.queryKey, saved)}
    >
      {data?.stoppedAt && (
        <Banner tone="amber">
          You replied STOP, so you no longer get text messages. To get them again, reply START to
          that number and save here.
        </Banner>
      )}
      <TextField
        name="phone"
        type="tel"
        autoComplete="tel"
        label="Phone number"
        hint={`Optional, for text messages${isClient ? '; your coach can see it' : ''}. Include the country code: +45 12 34 56 78.`}
      />
      {isClient && (
        <SelectField
          name="contactBy"
          label="How your coach should contact you"
          options={[
            { value: noContactWay, label: 'No preference' },
            ...contactWay.options.map((it) => ({ value: it, label: contactWayLabel[it] })),
          ]}
        />
      )}
      {listGroups(user).map((it) => (
        <Kinds key={it.group} {...it} />
      ))}
    </FormDialog>
  )
}

const groups = Object.keys(messageGroups) as MessageGroup[]

/** What a user of these roles gets, by group. */
const listGroups = ({ roles }: { roles: readonly Role[] }) =>
  groups
    .map((group) => ({
      group,
      kinds: messageKind.options.filter((it) => {
        const kind: { group: MessageGroup; roles?: readonly Role[] } = messageKinds[it]
        return kind.group === group && (kind.roles?.some((role) => roles.includes(role)) ?? true)
      }),
    }))
    .filter(({ kinds }) => kinds.length > 0)

type KindsProps = { group: MessageGroup; kinds: readonly MessageKind[] }

/** What cannot be turned off is in one line. */
function Kinds({ group, kinds }: KindsProps) {
  const fixed = kinds.filter((it) => !isChoice(it) && !isBellOnly(it))
  const listed = kinds.filter(isBellOnly)
  return (
    <section className="border-t border-line pt-3">
      <h3 className="font-semibold">{messageGroups[group]}</h3>
      {kinds.filter(isChoice).map((kind) => (
        <Choice key={kind} choice={kind} />
      ))}
      <Labels intro="Always sent" kinds={fixed} />
      <Labels intro="In this list only" kinds={listed} />
    </section>
  )
}

const Labels = ({ intro, kinds }: { intro: string; kinds: readonly MessageKind[] }) =>
  kinds.length > 0 && (
    <p className="mt-2 text-muted">
      {intro}: {kinds.map((it) => messageKinds[it].label.toLowerCase()).join('; ')}.
    </p>
  )

function Choice({ choice }: { choice: MessageChoice }) {
  const { label } = messageKinds[choice]
  const phone: unknown = useWatch({ name: 'phone' })
  const hasPhone = typeof phone === 'string' && phone.trim() !== ''
  return (
    <fieldset className="mt-2">
      <legend className="sr-only">{label}</legend>
      <p aria-hidden>{label}</p>
      <div className="mt-1 grid grid-cols-2 gap-x-6 max-md:grid-cols-1">
        {messageChannel.options.map((channel) => (
          <SwitchField
            key={channel}
            name={switchName(choice, channel)}
            label={channelLabels[channel]}
            isOff={channel === 'text' && !hasPhone}
          />
        ))}
      </div>
    </fieldset>
  )
}

function describeChannel(channel: Notifications['channel']) {
  if (channel === null) return 'Email isn’t set up yet; an administrator will pass messages on.'
  return channel === 'email' ? 'Messages are sent by email.' : 'Messages are sent as text messages.'
}

/** The time zone of messages. */
const getTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
