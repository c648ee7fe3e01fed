import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import type { CrmService, Kept } from './crm-service.ts'

const person = z.strictObject({
  name: z.string().min(1),
  emails: z.array(z.strictObject({ value: z.email(), primary: z.boolean(), label: z.string() })),
})
const organization = z.strictObject({
  name: z.string().min(1),
  address: z.strictObject({ value: z.string() }).optional(),
})

/**
 * A fake of Pipedrive's API v2 as documented, for persons and organizations: `GET …/search`, `POST`, and `PATCH` by
 * id, with the token as `x-api-token`. Responses are `{ success, data }`, errors
 * `{ success: false, error, error_info }`.
 */
export async function pipedriveService(): Promise<CrmService> {
  const settings = { apiToken: 'pipedrive-test-token-0001', companyDomain: 'maylab' }
  const organizations: Kept = new Map()
  const people: Kept = new Map()
  let count = 0

  const service = await localService(({ method, path, query, headers, body }, response) => {
    const answer = (status: number, data: unknown) =>
      json(response, status, { success: true, data })
    const refuse = (status: number, error: string) =>
      json(response, status, {
        success: false,
        error,
        error_info: 'Please check developers.pipedrive.com',
      })
    if (headers['x-api-token'] !== settings.apiToken) return refuse(401, 'unauthorized access')
    const [, list, id] = /^\/api\/v2\/(persons|organizations)(?:\/(\w+))?$/.exec(path) ?? []
    if (!list) return refuse(404, 'Unknown method .')
    const kept = list === 'persons' ? people : organizations

    if (method === 'GET' && id === 'search') {
      const term = query.get('term')?.toLowerCase()
      if (query.get('exact_match') !== 'true' || !term) return refuse(400, 'term is required')
      const items = [...kept].filter(([, it]) =>
        JSON.stringify(it).toLowerCase().includes(`"${term}"`),
      )
      return answer(200, {
        items: items.map(([number]) => ({ result_score: 1, item: { id: Number(number) } })),
      })
    }
    if (method === 'GET' && !id) return answer(200, [])
    const { success, data, error } = (list === 'persons' ? person : organization).safeParse(
      JSON.parse(body.toString()),
    )
    if (!success) return refuse(400, z.prettifyError(error))
    if (method === 'POST' && !id) {
      const number = ++count
      kept.set(String(number), data)
      return answer(201, { id: number, ...data })
    }
    if (method === 'PATCH' && id) {
      if (!kept.has(id)) return refuse(404, 'Entity not found')
      kept.set(id, data)
      return answer(200, { id: Number(id), ...data })
    }
    return refuse(404, 'Unknown method .')
  })
  return {
    ...service,
    ...{ settings, organizations, people },
    forget() {
      service.forget()
      organizations.clear()
      people.clear()
    },
  }
}
