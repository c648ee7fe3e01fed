import { json, localService } from '../local-service.ts'

export const loopsKey = 'loops-key-of-nobody'

/**
 * A fake of the Loops API: `POST /api/v1/transactional` responds `{ success: true }`, `GET /api/v1/api-key` returns the
 * owner of the key, `POST /api/v1/contacts/delete` responds 404 for an unknown contact. A reused `Idempotency-Key` is 409. Errors: 401 `{ error }`, 404 for an unknown template, 429 with
 * `x-ratelimit-*`, 400 `{ success: false, path, message }`.
 */
export function loopsService() {
  const used = new Set<string>()
  return localService(({ method, path, headers, body }, response) => {
    if (headers.authorization !== `Bearer ${loopsKey}`)
      return json(response, 401, { error: 'Invalid API key' })
    if (method === 'GET' && path === '/api/v1/api-key')
      return json(response, 200, { success: true, teamName: 'Maylab' })
    if (method === 'POST' && path === '/api/v1/contacts/delete')
      return json(response, 404, { success: false, message: 'Contact not found.' })
    if (method !== 'POST' || path !== '/api/v1/transactional')
      return json(response, 404, { success: false, message: 'Not found' })
    const key = String(headers['idempotency-key'] ?? '')
    if (key && used.has(key))
      return json(response, 409, {
        success: false,
        message: 'Idempotency key has already been used',
      })
    const { transactionalId, email } = JSON.parse(String(body)) as Record<string, string>
    if (!transactionalId?.startsWith('clx'))
      return json(response, 404, { success: false, message: 'Transactional email not found' })
    if (!email?.includes('@'))
      return json(response, 400, {
        success: false,
        path: 'email',
        message: 'Invalid email address',
      })
    used.add(key)
    return json(response, 200, { success: true })
  })
}
