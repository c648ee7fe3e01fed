import { emailSmsProviders } from '#contract/providers/email-sms.ts'
import type { ProvidersOf } from '../provider.ts'
import { outbox } from '../messaging/outbox.ts'

export const messagingProviders: ProvidersOf<'email_sms'> = {
  outbox: { ...emailSmsProviders.outbox, open: () => outbox },
}
