import { json, localService } from '../local-service.ts'

export const twilioAccount = { sid: 'AC00000000000000000000000000000001', token: 'twilio-token' }

/**
 * A fake of Twilio's API: `POST …/Messages.json` takes a form and responds 201 with the message, `GET …/{sid}.json`
 * the account. `GET …/Messages.json` lists what was sent, by number; `DELETE …/Messages/{sid}.json` responds 204. Errors are `{ code, message, more_info, status }`: 401 with 20003, 400 with 21211 for an invalid number,
 * 21610 for one that replied STOP (here numbers that end in 0000), 21617 for a text that is too long.
 */
export function twilioService() {
  const sent = new Map<string, string>()
  let count = 0
  return localService(({ method, path, query, headers, body }, response) => {
    const { sid, token } = twilioAccount
    const refuse = (status: number, code: number, message: string) =>
      json(response, status, {
        ...{ code, message, status },
        more_info: `https://www.twilio.com/docs/errors/${code}`,
      })
    const expected = Buffer.from(`${sid}:${token}`).toString('base64')
    if (headers.authorization !== `Basic ${expected}`) return refuse(401, 20003, 'Authenticate')
    if (method === 'GET' && path === `/2010-04-01/Accounts/${sid}.json`)
      return json(response, 200, { sid, friendly_name: 'Maylab', status: 'active' })
    const messages = `/2010-04-01/Accounts/${sid}/Messages`
    if (method === 'GET' && path === `${messages}.json`) {
      const found = [...sent].filter(([, to]) => to === query.get('To'))
      return json(response, 200, {
        messages: found.map(([it]) => ({ sid: it })),
        next_page_uri: null,
      })
    }
    if (method === 'DELETE' && path.startsWith(`${messages}/`)) {
      if (!sent.delete(path.slice(messages.length + 1, -5)))
        return refuse(404, 20404, 'The requested resource was not found')
      return void response.writeHead(204).end()
    }
    if (method !== 'POST' || path !== `${messages}.json`)
      return refuse(404, 20404, 'The requested resource was not found')
    const form = new URLSearchParams(String(body))
    const [to, text] = [form.get('To') ?? '', form.get('Body') ?? '']
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return refuse(400, 21211, `The 'To' number ${to} is not a valid phone number.`)
    if (to.endsWith('0000'))
      return refuse(400, 21610, `Attempt to send to unsubscribed recipient ${to}`)
    if (text.length > 1600)
      return refuse(400, 21617, 'The concatenated message body exceeds the limit')
    const messageSid = `SM${++count}`
    sent.set(messageSid, to)
    return json(response, 201, {
      sid: messageSid,
      status: 'queued',
      error_code: null,
      error_message: null,
    })
  })
}
