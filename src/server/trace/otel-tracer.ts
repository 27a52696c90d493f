/** Spans through OpenTelemetry to an OTLP/HTTP receiver. Import it dynamically: it is loaded for traces alone. */
import { context, type Span, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node'
import type { Tracer } from '#kernel/tracing.ts'
import { toFailure } from '#server/failure.ts'
import { productVersion } from '../product-version.ts'
import type { TraceSettings } from '../settings/settings-traces.ts'

/** Spans of one trace that wait for its end; the rest of a longer one is dropped. */
const WAITING_MAX = 2_000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The same traces in every process: by their id. */
export const isKept = (trace_id: string, ratio: number): boolean =>
  Number.parseInt(trace_id.slice(-13), 16) < ratio * 2 ** 52

/** Hands on the spans of traces that are kept, and of all with an error, once their part in this process is over. */
class KeptTraces implements SpanProcessor {
  readonly #next: SpanProcessor
  readonly #ratio: number
  readonly #waiting = new Map<string, { open: number; spans: ReadableSpan[] }>()

  constructor(next: SpanProcessor, ratio: number) {
    this.#next = next
    this.#ratio = ratio
  }

  onStart(span: Parameters<SpanProcessor['onStart']>[0]): void {
    const { traceId } = span.spanContext()
    const known = this.#waiting.get(traceId)
    if (known) known.open += 1
    else this.#waiting.set(traceId, { open: 1, spans: [] })
  }

  onEnd(span: ReadableSpan): void {
    const { traceId } = span.spanContext()
    const known = this.#waiting.get(traceId)
    if (!known) return
    known.open -= 1
    if (known.spans.length < WAITING_MAX) known.spans.push(span)
    if (known.open > 0) return
    this.#waiting.delete(traceId)
    const has_error = known.spans.some(({ status }) => status.code === SpanStatusCode.ERROR)
    if (has_error || isKept(traceId, this.#ratio)) for (const one of known.spans) this.#next.onEnd(one)
  }

  forceFlush = (): Promise<void> => this.#next.forceFlush()
  shutdown = (): Promise<void> => this.#next.shutdown()
}

/** Refusals are answers; only what is our fault is an error. The trace holds its code, never its message. */
function fail(span: Span, error: unknown): void {
  const { status, body } = toFailure(error)
  span.setAttribute('stint.code', body.code)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** @param exporter the OTLP/HTTP one when absent */
export function openTracer(
  { endpoint, ratio }: NonNullable<TraceSettings>,
  exporter: SpanExporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
): { readonly tracer: Tracer; readonly close: () => Promise<void> } {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'stint', 'service.version': productVersion() }),
    spanProcessors: [new KeptTraces(new BatchSpanProcessor(exporter), ratio)],
  })
  provider.register()
  const spans = provider.getTracer('stint')
  const inside = (parent: string | null | undefined) => {
    const [, traceId, spanId] = TRACEPARENT.exec(parent ?? '') ?? []
    if (traceId === undefined || spanId === undefined) return context.active()
    return trace.setSpanContext(context.active(), {
      traceId,
      spanId,
      // Whether it is sent is decided at its end.
      traceFlags: TraceFlags.SAMPLED,
      isRemote: true,
    })
  }
  const tracer: Tracer = {
    span: (name, facts, work, parent) =>
      spans.startActiveSpan(name, { attributes: { ...facts } }, inside(parent), async (span) => {
        try {
          return await work()
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      }),
    traceparent: () => {
      const own = trace.getSpan(context.active())?.spanContext()
      return own ? `00-${own.traceId}-${own.spanId}-01` : null
    },
  }
  return {
    tracer,
    close: async () => {
      await provider.shutdown()
      context.disable()
      trace.disable()
    },
  }
}
