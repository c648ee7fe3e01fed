import { emailSmsProviders } from '#contract/integrations/providers/email-sms.ts'
import type { ProvidersOf } from '../provider.ts'
import { loops } from '../messaging/loops.ts'
import { outbox } from '../messaging/messenger.ts'
import { sendgrid } from '../messaging/sendgrid.ts'
import { smtp } from '../messaging/smtp.ts'
import { twilio } from '../messaging/twilio.ts'

export const messagingProviders: ProvidersOf<'email_sms'> = {
  'loops.so': { ...emailSmsProviders['loops.so'], open: loops },
  sendgrid: { ...emailSmsProviders.sendgrid, open: sendgrid },
  twilio: { ...emailSmsProviders.twilio, open: twilio },
  smtp: { ...emailSmsProviders.smtp, open: smtp },
  outbox: { ...emailSmsProviders.outbox, open: () => outbox },
}
