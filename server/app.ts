import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { defaultBodyBytes } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import { assignmentRoutes } from './features/plans/assignments/assignments.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { messageRoutes } from './features/messages/messages.routes.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import { confirmedActs } from './features/accounts/second-factor/confirmed-acts.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/calendar-feeds.routes.ts'
import { outgoingWebhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { identityProviderRoutes } from './features/accounts/identity-providers/identity-providers.routes.ts'
import { apiTokenRoutes } from './features/accounts/api-tokens/api-tokens.routes.ts'
import { clientRoutes } from './features/clients/clients.routes.ts'
import { coachingEndRoutes } from './features/retention/coaching-end.routes.ts'
import { consentRoutes } from './features/consents/consents.routes.ts'
import { coachRoutes } from './features/coaches/coaches.routes.ts'
import { definitionRoutes } from './features/definitions/definitions.routes.ts'
import { erasureRoutes } from './features/erasures/erasures.routes.ts'
import { personExportRoutes } from './features/person-exports/person-exports.routes.ts'
import { feedbackRoutes } from './features/feedback/feedback.routes.ts'
import { executionRoutes } from './features/executions/executions.routes.ts'
import { myPlanRoutes } from './features/plans/my-plan/my-plan.routes.ts'
import { noteRoutes } from './features/notes/notes.routes.ts'
import { organizationRoutes } from './features/organizations/organizations.routes.ts'
import { planEventRoutes } from './features/plans/events/plan-events.routes.ts'
import { planRoutes } from './features/plans/plans.routes.ts'
import { analysisRoutes } from './features/analysis/analysis.routes.ts'
import { availabilityRoutes } from './features/availability/availability.routes.ts'
import { bookingRoutes } from './features/bookings/bookings.routes.ts'
import { briefRoutes } from './features/briefs/briefs.routes.ts'
import { promptRoutes } from './features/prompts/prompts.routes.ts'
import { questionnaireRoutes } from './features/questionnaires/questionnaires.routes.ts'
import { recordingRoutes } from './features/recordings/recordings.routes.ts'
import { uploadRoutes } from './features/recordings/uploads/uploads.routes.ts'
import { crmRoutes } from './features/crm/crm.routes.ts'
import { integrationRoutes } from './features/integrations/integrations.routes.ts'
import { settingRoutes } from './features/settings/settings.routes.ts'
import { trustRoutes } from './features/trust/trust.routes.ts'
import { scheduleRoutes } from './features/plans/schedule/schedule.routes.ts'
import { sessionRoutes } from './features/sessions/sessions.routes.ts'
import { transcriptionRoutes } from './features/transcriptions/transcriptions.routes.ts'
import { webhookRoutes } from './features/transcriptions/external/webhook.routes.ts'
import { trustProxyOption } from './platform/http/client-address.ts'
import { docsRoutes } from './platform/http/docs/docs.ts'
import { rejectWhenOverloaded } from './platform/http/overload.ts'
import { registerErrorHandler, sendError } from './platform/http/errors.ts'
import { registerRequestPolicy } from './platform/http/request-policy.ts'
import { requireKnownHost } from './platform/http/host.ts'
import { registerJsonParser } from './platform/http/json-body.ts'
import {
  enforceTimeouts,
  type RequestTimeouts,
  defaultTimeouts,
} from './platform/http/request-timeouts.ts'
import { validatorCompiler, serializerCompiler } from './platform/http/schemas.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { registerGracefulShutdown } from './platform/http/graceful-shutdown.ts'
import { systemRoutes } from './platform/http/system.ts'
import { handleClientError } from './platform/http/client-error.ts'
import { rewriteUrl } from './platform/http/web.ts'

/** Builds the HTTP application without listening: plugins and hooks, then the routes of every feature. */
export async function buildApp(
  deps: Deps,
  logger?: FastifyBaseLogger,
  timeouts: RequestTimeouts = defaultTimeouts,
) {
  const headers = securityHeaders(deps.config)
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxyOption(deps.config),
    bodyLimit: defaultBodyBytes,
    forceCloseConnections: true,
    return503OnClosing: false,
    connectionTimeout: timeouts.writeMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.min(timeouts.headersMs, 5_000),
    },
    rewriteUrl: rewriteUrl,
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => handleClientError(error, socket, { headers, running }),
    // URLs contain ids of users. The error handler logs errors without the URL.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerJsonParser(app)
  enforceTimeouts(app, timeouts)
  registerErrorHandler(app)
  const { running, waitForRequests } = registerGracefulShutdown(app)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  requireKnownHost(app, deps.config)
  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  await rejectWhenOverloaded(app)
  registerRequestPolicy(app, deps)
  app.decorate('confirmedActs', confirmedActs(deps))
  systemRoutes(app, deps)
  docsRoutes(app, deps)
  accountRoutes(app, deps)
  auditRoutes(app, deps)
  messageRoutes(app, deps)
  clientRoutes(app, deps)
  coachingEndRoutes(app, deps)
  consentRoutes(app, deps)
  coachRoutes(app, deps)
  organizationRoutes(app, deps)
  analyticsRoutes(app, deps)
  definitionRoutes(app, deps)
  settingRoutes(app, deps)
  trustRoutes(app, deps)
  integrationRoutes(app, deps)
  apiTokenRoutes(app, deps)
  identityProviderRoutes(app, deps)
  outgoingWebhookRoutes(app, deps)
  crmRoutes(app, deps)
  planRoutes(app, deps)
  planEventRoutes(app, deps)
  assignmentRoutes(app, deps)
  questionnaireRoutes(app, deps)
  scheduleRoutes(app, deps)
  myPlanRoutes(app, deps)
  calendarFeedRoutes(app, deps)
  sessionRoutes(app, deps)
  feedbackRoutes(app, deps)
  recordingRoutes(app, deps)
  uploadRoutes(app, deps)
  transcriptionRoutes(app, deps)
  webhookRoutes(app, deps)
  promptRoutes(app, deps)
  executionRoutes(app, deps)
  analysisRoutes(app, deps)
  availabilityRoutes(app, deps)
  bookingRoutes(app, deps)
  briefRoutes(app, deps)
  noteRoutes(app, deps)
  erasureRoutes(app, deps)
  personExportRoutes(app, deps)
  app.addHook('preClose', waitForRequests)
  return app
}
