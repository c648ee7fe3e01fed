import { emailSmsProviders } from '#contract/providers/email-sms.ts'
import type { ProvidersOf } from '../provider.ts'
import { outbox } from '../messaging/outbox.ts'
import { smtp } from '../messaging/smtp.ts'

export const messagingProviders: ProvidersOf<'email_sms'> = {
  smtp: { ...emailSmsProviders.smtp, open: smtp },
  outbox: { ...emailSmsProviders.outbox, open: () => outbox },
}
