import { z } from 'zod'
import {
  type MessageWay,
  messageWay,
  type Notifications,
  type ReminderChoice,
  reminderChoice,
  telephone,
} from '#contract/messages.ts'

/** The switch of one choice and one way. */
export const switchOf = (choice: ReminderChoice, way: MessageWay) => `${choice}-${way}` as const
type SwitchName = ReturnType<typeof switchOf>

const switches = reminderChoice.options.flatMap((choice) =>
  messageWay.options.map((way) => ({ choice, way, name: switchOf(choice, way) })),
)
const ofEach = <Value>(value: (it: (typeof switches)[number]) => Value) =>
  Object.fromEntries(switches.map((it) => [it.name, value(it)])) as Record<SwitchName, Value>

export const notificationForm = z.object({ phone: telephone, ...ofEach(() => z.boolean()) })
export type NotificationFields = z.output<typeof notificationForm>

/** Whoever has not chosen is told of everything. */
export const fieldsOf = ({ phone, unwanted }: Notifications): NotificationFields => ({
  phone,
  ...ofEach(({ choice, way }) => !unwanted[choice]?.includes(way)),
})

/** What is switched off, and nothing else. */
export function unwantedOf(fields: NotificationFields): Notifications['unwanted'] {
  const unwanted: Notifications['unwanted'] = {}
  for (const { choice, way, name } of switches)
    if (!fields[name]) unwanted[choice] = [...(unwanted[choice] ?? []), way]
  return unwanted
}
