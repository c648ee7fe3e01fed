import { z } from 'zod'
import { line } from '../bounds.ts'
import type { MessageKind } from '../messages.ts'
import { choiceField, type ProviderForms, secretField, textField } from './fields.ts'

const emailAddress = line(320).pipe(z.email('Please enter a valid email address'))
const hostName = line(253).regex(
  /^[\p{L}\p{N}.:_-]*$/u,
  'Please enter a host such as smtp.example.com, without a protocol or a path',
)

const templateId = (message: string) => textField(`${message} template id`, { isOptional: true })
const loopsTemplates = {
  passwordResetTemplateId: templateId('Password reset'),
  invitationTemplateId: templateId('Invitation'),
  sessionReminderTemplateId: templateId('Session reminder'),
  assignmentDueTemplateId: templateId('Assignment due'),
  sharedConversationTemplateId: templateId('Shared conversation'),
  safetyMarkTemplateId: templateId('Answer that should not wait'),
}

/**
 * The template at Loops by which a message goes; a session that is moved or cancelled goes by that of its reminder: the
 * subject says which.
 */
export const loopsTemplateOf: Record<MessageKind, keyof typeof loopsTemplates> = {
  passwordReset: 'passwordResetTemplateId',
  invitation: 'invitationTemplateId',
  sessionReminder: 'sessionReminderTemplateId',
  sessionMoved: 'sessionReminderTemplateId',
  sessionCancelled: 'sessionReminderTemplateId',
  assignmentDue: 'assignmentDueTemplateId',
  sharedConversation: 'sharedConversationTemplateId',
  safetyMark: 'safetyMarkTemplateId',
}

export const emailSmsProviders = {
  'loops.so': {
    label: 'Loops',
    about:
      'Messages go out by e-mail through Loops, each by a template there, with names, times and links as variables: firstName, brandName, subject, text, link and what else stands in it.',
    fields: {
      apiKey: secretField('API key'),
      ...loopsTemplates,
    },
  },
  sendgrid: {
    label: 'SendGrid',
    about: 'Messages go out by e-mail through SendGrid, which is told to follow no links.',
    fields: {
      apiKey: secretField('API key'),
      fromEmail: textField('From email', {
        schema: emailAddress,
        hint: 'An address that SendGrid has verified.',
      }),
    },
  },
  twilio: {
    label: 'Twilio',
    about:
      'Messages go out as text messages to people who gave a telephone number; those of all others stay here. Twilio is told to keep no text.',
    fields: {
      accountSid: textField('Account SID'),
      authToken: secretField('Auth token'),
      fromPhone: textField('From phone', { hint: 'As Twilio shows it: +45 12 34 56 78.' }),
    },
  },
  smtp: {
    label: 'SMTP',
    about:
      'Messages go out by e-mail through a mail server of your own, always encrypted. SMTP_BASE_URL in the environment stands before host, port, username and password here.',
    fields: {
      host: textField('Host', {
        isOptional: true,
        isAddress: true,
        schema: hostName,
        hint: 'smtp.example.com',
      }),
      port: choiceField(
        'Port',
        {
          587: '587 (STARTTLS)',
          465: '465 (TLS)',
          2525: '2525 (STARTTLS)',
          25: '25 (STARTTLS)',
        },
        { isOptional: true, byDefault: '587' },
      ),
      username: textField('Username', { isOptional: true }),
      password: secretField('Password', { isOptional: true }),
      fromEmail: textField('From email', {
        isOptional: true,
        schema: emailAddress,
        hint: 'Who the messages come from; the username where it is an address.',
      }),
    },
  },
  outbox: {
    label: 'Outbox',
    about: 'Messages stay here, where a system administrator reads and passes them on.',
    fields: {},
  },
} as const satisfies ProviderForms
