import type { FastifyInstance } from 'fastify'
import { getTrust } from '#contract/trust.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { describeTrust } from './trust.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers'>

export const trustRoutes = (app: FastifyInstance, deps: Needs) =>
  mount(app, getTrust, () => describeTrust(deps))
