/** Settings of traces, under OpenTelemetry's own names. */
import { z } from 'zod'
import { webUrl } from './settings-kinds.ts'

/** Where spans go, and the part of traces without an error that is kept; null: none. */
export type TraceSettings = { readonly endpoint: string; readonly ratio: number } | null

export const tracesEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'is no share; write a number from 0 to 1, like 0.05' })
    .transform(Number)
    .default(0.05),
}

export const tracesOf = (env: z.infer<z.ZodObject<typeof tracesEnvironment>>): TraceSettings =>
  env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        ratio: env.OTEL_TRACES_SAMPLER_ARG,
      }
