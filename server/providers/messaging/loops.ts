import { z } from 'zod'
import type { Answer, Verdict } from '../../outbound/answer.ts'
import type { Door } from '../../outbound/door.ts'
import { jsonPayload } from '../../outbound/payload.ts'
import { Rejected } from '../../work/failures.ts'
import type { Settings, Tested } from '../adapter.ts'
import type { Messenger } from './messenger.ts'

/** A session that is moved or cancelled goes by the template of its reminder: the subject says which. */
const templateOf: Readonly<Record<string, string>> = {
  ...{ sessionMoved: 'sessionReminder', sessionCancelled: 'sessionReminder' },
}

/**
 * Loops' transactional mails. Their texts are templates there; what stands in them is handed over by name, with `subject`
 * and `text` as they are written here. A calendar file is not sent: Loops takes attachments only by arrangement.
 */
export function loops(settings: Settings, door: Door): Messenger & Tested {
  const origin = door.address('https://app.loops.so')
  const headers = { authorization: `Bearer ${settings['apiKey']}` }
  return {
    way: 'email',
    async deliver({ id, kind, recipient, subject, body, values }, signal) {
      const name = templateOf[kind] ?? kind
      const transactionalId = settings[`${name}TemplateId`]
      if (!transactionalId)
        throw new Rejected(
          'refused',
          `${door.label} has no template for this message: fill in "${wordsOf(name)} template id".`,
        )
      await door.call({
        ...{ purpose: 'message', method: 'POST', url: `${origin}/api/v1/transactional`, signal },
        headers: { ...headers, 'idempotency-key': id },
        body: jsonPayload({
          ...{ transactionalId, email: recipient, addToAudience: false },
          dataVariables: { ...values, subject, text: body },
        }),
        verdict,
      })
      return 'sent'
    },
    async test(signal) {
      const answer = await door.call({
        ...{ purpose: 'test', method: 'GET', url: `${origin}/api/v1/api-key`, headers, signal },
        verdict,
      })
      const { teamName } = answer.json(z.object({ teamName: z.string() }))
      return `The API key is good, of the team ${door.said(teamName)}.`
    },
  }
}

/** 'sessionReminder' reads 'Session reminder', as its field does. */
const wordsOf = (name: string) => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A key that was used is a mail that is on its way; a yes with `success: false` is a no. */
function verdict({ status, text }: Answer): Verdict | undefined {
  if (status === 409 && /idempoten/i.test(text)) return 'good'
  return status < 300 && /"success"\s*:\s*false/.test(text) ? 'refused' : undefined
}
