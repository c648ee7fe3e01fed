import type { Page } from '@playwright/test'
import { paths } from '../web/paths.ts'
import { clientIdOf } from './journeys.ts'

type Who = 'system' | 'admin' | 'coach' | 'org' | 'client'
type Place = { name: string; as?: Who; path: (page: Page) => Promise<string> }

/** The id of the first row of a list, as the signed-in user sees it. */
export async function firstId(page: Page, list: string) {
  const answer = await page.request.get(list)
  const [first] = (await answer.json()) as { id: string }[]
  if (!first) throw new Error(`There is nothing in ${list}.`)
  return first.id
}

const at = (path: string) => () => Promise.resolve(path)

/** Every page with a role that sees it; a new page must be added here to compile. */
const places: Record<keyof typeof paths, { as?: Who | Who[]; path: Place['path'] }> = {
  landing: { path: at(paths.landing) },
  trust: { path: at(paths.trust) },
  accessibility: { path: at(paths.accessibility) },
  login: { path: at(paths.login) },
  forgotPassword: { path: at(paths.forgotPassword) },
  resetPassword: { path: at(paths.resetPassword) },
  confirmEmail: { path: at(paths.confirmEmail) },
  unsubscribe: { path: at(`${paths.unsubscribe}#token=x`) },
  onboard: { path: at(paths.onboard('made', 'up')) },
  join: {
    as: 'client',
    path: async (page) => {
      const answer = await page.request.get('/api/my-client-data')
      const [own] = (await answer.json()) as { join: { id: string } | null }[]
      if (!own?.join) throw new Error('No session is ahead.')
      return paths.join(own.join.id)
    },
  },
  app: { as: ['system', 'admin', 'coach', 'org', 'client'], path: at(paths.app) },
  clients: { as: ['admin', 'coach'], path: at(paths.clients) },
  clientsWaitingFor: { as: 'admin', path: at(paths.clientsWaitingFor('recording')) },
  plan: {
    as: 'coach',
    path: async (page) => paths.plan(await clientIdOf(page, 'Sarah Lindqvist')),
  },
  notes: { as: 'coach', path: at(paths.notes) },
  myPlan: {
    as: 'client',
    path: async (page) => paths.myPlan(await firstId(page, '/api/my-client-data')),
  },
  questionnaire: {
    as: 'client',
    path: async (page) => {
      const answer = await page.request.get('/api/my-client-data')
      const [own] = (await answer.json()) as { id: string; questionnaires: { id: string }[] }[]
      const [asked] = own?.questionnaires ?? []
      if (!own || !asked) throw new Error('Nothing waits to be answered.')
      return paths.questionnaire(own.id, asked.id)
    },
  },
  users: { as: 'system', path: at(paths.users) },
  erasures: { as: 'admin', path: at(paths.erasures) },
  coaches: { as: 'admin', path: at(paths.coaches) },
  coach: {
    as: 'admin',
    path: async (page) => paths.coach(await firstId(page, '/api/coaches?limit=1')),
  },
  organizations: { as: 'admin', path: at(paths.organizations) },
  organization: {
    as: 'admin',
    path: async (page) =>
      paths.organization(await firstId(page, '/api/admin/organizations?limit=1')),
  },
  analytics: { as: 'admin', path: at(paths.analytics) },
  messages: { as: ['system', 'admin'], path: at(paths.messages) },
  failedMessages: { as: 'admin', path: at(paths.failedMessages) },
  auditLog: { as: 'system', path: at(paths.auditLog) },
  // Only coaches have more than the others.
  account: { as: ['coach', 'client'], path: at(paths.account) },
  availability: { as: 'coach', path: at(paths.availability) },
  security: { as: ['system', 'client'], path: at(paths.security) },
  privacy: { as: 'client', path: at(paths.privacy) },
  components: { as: 'system', path: at(paths.components) },
  settings: { as: 'system', path: at(paths.settings) },
}

export const everyPage: Place[] = Object.entries(places).flatMap(([name, { as, path }]) =>
  as === undefined
    ? [{ name, path }]
    : [as].flat().map((who) => ({ name: `${name} of ${who}`, as: who, path })),
)
