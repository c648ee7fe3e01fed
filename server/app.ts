import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { usualBodyBytes } from '#contract/endpoint.ts'
import type { Deps } from './deps.ts'
import { assignmentRoutes } from './plans/assignments.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { noticeRoutes } from './messages/notices.routes.ts'
import { notificationRoutes } from './messages/notifications.routes.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { authRoutes } from './accounts/auth.routes.ts'
import { clientRoutes } from './clients/clients.routes.ts'
import { coachRoutes } from './coaches/coaches.routes.ts'
import { definitionRoutes } from './definitions/definitions.routes.ts'
import { executionRoutes } from './executions/executions.routes.ts'
import { impersonationRoutes } from './accounts/impersonation.routes.ts'
import { myDayRoutes } from './coaches/my-day.routes.ts'
import { myPlanRoutes } from './plans/my-plan.routes.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { onboardingRoutes } from './accounts/onboarding.routes.ts'
import { passwordResetRoutes } from './accounts/password-reset.routes.ts'
import { planEventRoutes } from './plans/plan-events.routes.ts'
import { planValueRoutes } from './plans/plan-values.routes.ts'
import { planRoutes } from './plans/plans.routes.ts'
import { analysisRoutes } from './ai/analysis.routes.ts'
import { briefRoutes } from './ai/briefs.routes.ts'
import { goldenTranscriptRoutes } from './ai/golden-transcripts.routes.ts'
import { templateCheckRoutes } from './ai/template-checks.routes.ts'
import { promptTrialRoutes } from './ai/prompt-trials.routes.ts'
import { promptRoutes } from './ai/prompts.routes.ts'
import { questionnaireRoutes } from './questionnaires/questionnaires.routes.ts'
import { recordingRoutes } from './recordings/recordings.routes.ts'
import { uploadRoutes } from './recordings/uploads.routes.ts'
import { crmRoutes } from './crm/crm.routes.ts'
import { integrationRoutes } from './integrations/integrations.routes.ts'
import { settingRoutes } from './settings/settings.routes.ts'
import { scheduleRoutes } from './plans/schedule.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { correctionRoutes } from './transcriptions/corrections.routes.ts'
import { transcriptionRoutes } from './transcriptions/transcriptions.routes.ts'
import { webhookRoutes } from './transcriptions/webhook.routes.ts'
import { sendAgainRoutes } from './accounts/send-again.routes.ts'
import { userRoutes } from './accounts/users.routes.ts'
import { trustOf } from './http/address.ts'
import { docsRoutes } from './http/docs/docs.ts'
import { refuseWhileBusy } from './http/busy.ts'
import { answerErrors, answerFailure } from './http/errors.ts'
import { openGate } from './http/gate.ts'
import { answerOwnHostOnly } from './http/host.ts'
import { readJsonBodies } from './http/json-body.ts'
import { endSlowBodies, type Patience, usualPatience } from './http/patience.ts'
import { noCompilers, readBySchema, writeBySchema } from './http/schemas.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { stopCleanly } from './http/stop.ts'
import { systemRoutes } from './http/system.ts'
import { answerUnparsed } from './http/unparsed.ts'
import { leadsTo } from './http/web.ts'

/** The HTTP application, without a port: plugins, then who calls, then the one list of features. */
export async function buildApp(
  deps: Deps,
  logger?: FastifyBaseLogger,
  patience: Patience = usualPatience,
) {
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(deps.config),
    bodyLimit: usualBodyBytes,
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: Math.min(patience.headersMs, 5_000),
    },
    rewriteUrl: leadsTo,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    clientErrorHandler: answerUnparsed,
    // Request lines hold ids of people: errors are logged by the error handler, without the address.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: noCompilers },
  })
  app.setValidatorCompiler(readBySchema)
  app.setSerializerCompiler(writeBySchema)
  readJsonBodies(app)
  endSlowBodies(app, patience)
  answerErrors(app)
  const finishAnswers = stopCleanly(app)
  answerOwnHostOnly(app, deps.config)
  await app.register(cookie)
  sendSecurityHeaders(app, deps.config)
  await app.register(rateLimit, { global: false })
  await refuseWhileBusy(app)
  openGate(app, deps)
  systemRoutes(app, deps)
  docsRoutes(app, deps)
  authRoutes(app, deps)
  onboardingRoutes(app, deps)
  passwordResetRoutes(app, deps)
  impersonationRoutes(app, deps)
  userRoutes(app, deps)
  auditRoutes(app, deps)
  messageRoutes(app, deps)
  sendAgainRoutes(app, deps)
  noticeRoutes(app, deps)
  accountRoutes(app, deps)
  notificationRoutes(app, deps)
  clientRoutes(app, deps)
  coachRoutes(app, deps)
  organizationRoutes(app, deps)
  analyticsRoutes(app, deps)
  definitionRoutes(app, deps)
  settingRoutes(app, deps)
  integrationRoutes(app, deps)
  crmRoutes(app, deps)
  planRoutes(app, deps)
  planEventRoutes(app, deps)
  planValueRoutes(app, deps)
  assignmentRoutes(app, deps)
  questionnaireRoutes(app, deps)
  scheduleRoutes(app, deps)
  myDayRoutes(app, deps)
  myPlanRoutes(app, deps)
  sessionRoutes(app, deps)
  recordingRoutes(app, deps)
  uploadRoutes(app, deps)
  transcriptionRoutes(app, deps)
  webhookRoutes(app, deps)
  correctionRoutes(app, deps)
  promptRoutes(app, deps)
  promptTrialRoutes(app, deps)
  goldenTranscriptRoutes(app, deps)
  templateCheckRoutes(app, deps)
  executionRoutes(app, deps)
  analysisRoutes(app, deps)
  briefRoutes(app, deps)
  app.addHook('preClose', finishAnswers)
  return app
}
