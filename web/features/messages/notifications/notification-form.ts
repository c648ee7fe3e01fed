import { z } from 'zod'
import {
  contactWay,
  type MessageChannel,
  messageChannel,
  type Notifications,
  type ReminderChoice,
  reminderChoice,
  phoneNumber,
} from '#contract/messages/messages.ts'

/** The switch of a notification and a channel. */
export const switchName = (choice: ReminderChoice, channel: MessageChannel) =>
  `${choice}-${channel}` as const
type SwitchName = ReturnType<typeof switchName>

const switches = reminderChoice.options.flatMap((choice) =>
  messageChannel.options.map((channel) => ({ choice, channel, name: switchName(choice, channel) })),
)
const mapSwitches = <Value>(value: (it: (typeof switches)[number]) => Value) =>
  Object.fromEntries(switches.map((it) => [it.name, value(it)])) as Record<SwitchName, Value>

/** A select has no empty value. */
export const noContactWay = 'any'

export const notificationForm = z.object({
  phone: phoneNumber,
  contactBy: z.enum([noContactWay, ...contactWay.options]),
  ...mapSwitches(() => z.boolean()),
})
export type NotificationFields = z.output<typeof notificationForm>

/** Everything is on by default. */
export const fieldsOf = ({ phone, contactBy, optOuts }: Notifications): NotificationFields => ({
  phone,
  contactBy: contactBy ?? noContactWay,
  ...mapSwitches(({ choice, channel }) => !optOuts[choice]?.includes(channel)),
})

/** Only what is switched off is saved. */
export function getOptOuts(fields: NotificationFields): Notifications['optOuts'] {
  const optOuts: Notifications['optOuts'] = {}
  for (const { choice, channel, name } of switches)
    if (!fields[name]) optOuts[choice] = [...(optOuts[choice] ?? []), channel]
  return optOuts
}
