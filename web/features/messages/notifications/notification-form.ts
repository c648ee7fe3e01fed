import { z } from 'zod'
import { type MessageChoice, messageChoice } from '#contract/messages/kinds.ts'
import {
  contactWay,
  initialOff,
  isTurnedOff,
  type MessageChannel,
  messageChannel,
  type Notifications,
  phoneNumber,
} from '#contract/messages/messages.ts'

/** The switch of a kind and a channel. */
export const switchName = (choice: MessageChoice, channel: MessageChannel) =>
  `${choice}-${channel}` as const
type SwitchName = ReturnType<typeof switchName>

const switches = messageChoice.options.flatMap((choice) =>
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

export const toFields = ({ phone, contactBy, optOuts }: Notifications): NotificationFields => ({
  phone,
  contactBy: contactBy ?? noContactWay,
  ...mapSwitches(({ choice, channel }) => !isTurnedOff(choice, optOuts, channel)),
})

/** What is as it was initially is not saved. */
export function getOptOuts(fields: NotificationFields) {
  const optOuts: Notifications['optOuts'] = {}
  for (const choice of messageChoice.options) {
    const off = messageChannel.options.filter((it) => !fields[switchName(choice, it)])
    if (off.length !== initialOff(choice).length) optOuts[choice] = off
  }
  return optOuts
}
