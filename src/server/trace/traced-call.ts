/** One call to another server: a span of its own, which the call names to that server. */
import { traced, traceparent } from '#kernel/tracing.ts'

/** @param call takes the headers to send; the span says the server's name alone, because addresses hold numbers of companies */
export function tracedCall<T>(
  name: string,
  url: string,
  call: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  return traced(name, { 'server.address': new URL(url).host }, () => {
    const trace = traceparent()
    return call(trace === null ? {} : { traceparent: trace })
  })
}
