import { z } from 'zod'
import {
  type MessageChannel,
  messageChannel,
  type Notifications,
  type ReminderChoice,
  reminderChoice,
  phoneNumber,
} from '#contract/messages.ts'

/** The switch of a notification and a channel. */
export const switchName = (choice: ReminderChoice, way: MessageChannel) =>
  `${choice}-${way}` as const
type SwitchName = ReturnType<typeof switchName>

const switches = reminderChoice.options.flatMap((choice) =>
  messageChannel.options.map((way) => ({ choice, way, name: switchName(choice, way) })),
)
const mapSwitches = <Value>(value: (it: (typeof switches)[number]) => Value) =>
  Object.fromEntries(switches.map((it) => [it.name, value(it)])) as Record<SwitchName, Value>

export const notificationForm = z.object({ phone: phoneNumber, ...mapSwitches(() => z.boolean()) })
export type NotificationFields = z.output<typeof notificationForm>

/** Everything is on by default. */
export const fieldsOf = ({ phone, optOuts }: Notifications): NotificationFields => ({
  phone,
  ...mapSwitches(({ choice, way }) => !optOuts[choice]?.includes(way)),
})

/** Only what is switched off is saved. */
export function unwantedOf(fields: NotificationFields): Notifications['optOuts'] {
  const optOuts: Notifications['optOuts'] = {}
  for (const { choice, way, name } of switches)
    if (!fields[name]) optOuts[choice] = [...(optOuts[choice] ?? []), way]
  return optOuts
}
