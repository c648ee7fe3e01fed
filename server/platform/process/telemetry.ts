import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { RuntimeNodeInstrumentation } from '@opentelemetry/instrumentation-runtime-node'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { NodeSDK } from '@opentelemetry/sdk-node'

/** Milliseconds that a stop waits for the collector. */
const stopWaitsMs = 2_000

type Spans = Parameters<ProtobufExporter['export']>[0]

const defaults = {
  OTEL_SERVICE_NAME: 'maylab',
  // Without the user and the command line of the process.
  OTEL_NODE_RESOURCE_DETECTORS: 'env,host,serviceinstance',
  OTEL_LOGS_EXPORTER: 'none',
}

/** Attributes that are sent. All others may say who called or about whom: addresses, URLs with ids, messages of errors. */
const sentAttributes = new Set([
  ...['http.request.method', 'http.response.status_code', 'http.route', 'error.type'],
  ...['db.system.name', 'db.namespace', 'db.operation.name', 'db.query.text'],
  ...['server.address', 'server.port', 'network.protocol.version'],
])

/**
 * Starts OpenTelemetry with its standard environment variables: traces and metrics of requests, queries and outbound
 * calls, by OTLP over HTTP. Returns the function that sends the rest and stops.
 */
export function startTelemetry() {
  for (const [name, value] of Object.entries(defaults)) process.env[name] ??= value
  const sdk = new NodeSDK({
    traceExporter: traceExporter(),
    instrumentations: [
      // The outbound client uses undici.
      new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
      new FastifyOtelInstrumentation({
        registerOnInitialization: true,
        instrumentHooks: false,
        instrumentHandler: false,
      }),
      // Without a parent, polling for jobs would be most of what is sent.
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
      new UndiciInstrumentation(),
      new RuntimeNodeInstrumentation(),
    ],
  })
  sdk.start()
  // Instrumentations change these when they are required. An import would need a module loader hook.
  const require = createRequire(import.meta.url)
  for (const name of ['node:http', 'pg']) require(name)
  return () => Promise.race([sdk.shutdown(), sleep(stopWaitsMs)])
}

function traceExporter() {
  const protocol =
    process.env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? process.env['OTEL_EXPORTER_OTLP_PROTOCOL']
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
  const send = exporter.export.bind(exporter)
  exporter.export = (spans, done) => send(spans.map(withoutPersonalData), done)
  return exporter
}

function withoutPersonalData(span: Spans[number]): Spans[number] {
  const attributes = Object.entries(span.attributes)
    .filter(([name]) => sentAttributes.has(name))
    .map(([name, value]) => [name, name === 'db.query.text' ? withoutValues(value) : value])
  return Object.create(span, {
    attributes: { value: Object.fromEntries(attributes) },
    status: { value: { code: span.status.code } },
    events: { value: [] },
  })
}

/** Values are parameters, which are not recorded. Should one be in the text, it is replaced. */
const withoutValues = (query: unknown) => String(query).replaceAll(/'(?:[^']|'')*'/g, "'?'")
