import { z } from 'zod'
import { line } from '../../bounds.ts'
import type { MessageKind } from '../../messages/kinds.ts'
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
  consentRecordedTemplateId: templateId('Choice recorded'),
  safetyMarkTemplateId: templateId('Safety mark'),
  securityNoticeTemplateId: templateId('Account security'),
  noticeTemplateId: templateId('Other notice'),
}

const loopsTemplateByKind: Partial<Record<MessageKind, keyof typeof loopsTemplates>> = {
  passwordReset: 'passwordResetTemplateId',
  invitation: 'invitationTemplateId',
  sessionChanged: 'sessionReminderTemplateId',
  sessionReminder: 'sessionReminderTemplateId',
  assignmentDue: 'assignmentDueTemplateId',
  assignmentGiven: 'assignmentDueTemplateId',
  questionnaireGiven: 'assignmentDueTemplateId',
  questionnaireDue: 'assignmentDueTemplateId',
  sharedConversation: 'sharedConversationTemplateId',
  consentRecorded: 'consentRecordedTemplateId',
  safetyMark: 'safetyMarkTemplateId',
  safetyMarkWaiting: 'safetyMarkTemplateId',
  securityNotice: 'securityNoticeTemplateId',
  administratorAct: 'securityNoticeTemplateId',
  emailChange: 'securityNoticeTemplateId',
  emailTaken: 'securityNoticeTemplateId',
  emailChanged: 'securityNoticeTemplateId',
}

/** The Loops template of a kind of message. Some share one, with another subject and text. */
export const findLoopsTemplate = (kind: MessageKind) =>
  loopsTemplateByKind[kind] ?? 'noticeTemplateId'

export const emailSmsProviders = {
  'loops.so': {
    label: 'Loops',
    about:
      'Sends email through Loops, with a Loops template for each kind of message. Variables: firstName, brandName, subject, text, link and the other values of the message.',
    fields: {
      apiKey: secretField('API key'),
      ...loopsTemplates,
    },
  },
  sendgrid: {
    label: 'SendGrid',
    about: 'Sends email through SendGrid, with click tracking off.',
    fields: {
      apiKey: secretField('API key'),
      fromEmail: textField('From email', {
        schema: emailAddress,
        hint: 'An address verified by SendGrid.',
      }),
    },
  },
  twilio: {
    label: 'Twilio',
    about:
      'Sends text messages to people who entered a phone number; messages to others are not sent. Twilio is told not to store the text.',
    fields: {
      accountSid: textField('Account SID', { isDestination: true }),
      authToken: secretField('Auth token'),
      fromPhone: textField('From phone', { hint: 'As shown in Twilio: +45 12 34 56 78.' }),
    },
  },
  smtp: {
    label: 'SMTP',
    about:
      'Sends email through your own mail server, always encrypted. SMTP_BASE_URL in the environment overrides host, port, username and password.',
    fields: {
      host: textField('Host', {
        isOptional: true,
        isDestination: true,
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
        { isDestination: true, isOptional: true, defaultValue: '587' },
      ),
      username: textField('Username', { isDestination: true, isOptional: true }),
      password: secretField('Password', { isOptional: true }),
      fromEmail: textField('From email', {
        isOptional: true,
        schema: emailAddress,
        hint: 'Sender address. Default: the username, if it is an address.',
      }),
    },
  },
  outbox: {
    label: 'Outbox',
    about: 'Messages are not sent. A system administrator can read them and pass them on.',
    fields: {},
  },
} as const satisfies ProviderForms
