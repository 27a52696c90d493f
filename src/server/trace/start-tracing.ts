/** Starts traces where they are set up; their libraries are loaded then only. */
import { setTracer } from '#kernel/tracing.ts'
import type { TraceSettings } from '../settings/settings-traces.ts'

/** @returns sends what is left and ends; null where traces are off */
export async function startTracing(traces: TraceSettings): Promise<(() => Promise<void>) | null> {
  if (traces === null) return null
  const { openTracer } = await import('./otel-tracer.ts')
  const { tracer, close } = openTracer(traces)
  setTracer(tracer)
  return () => {
    setTracer(null)
    return close()
  }
}
