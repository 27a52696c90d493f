/** One call to a public register: its answer within limits, in its own form. */
import type { z } from 'zod'
import { tracedCall } from '../trace/traced-call.ts'

const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 1_000_000

/** The register gave no answer, or an unreadable one. The reason is for the log, and holds no secret. */
export class RegisterDown extends Error {
  override name = 'RegisterDown'
}

/** @throws RegisterDown */
export function askRegister(
  url: string,
  request: Pick<RequestInit, 'method' | 'body'> & { readonly headers?: Readonly<Record<string, string>> },
  timeout_ms = TIMEOUT_MS,
): Promise<Response> {
  return tracedCall('ask register', url, (trace) =>
    fetch(url, {
      ...request,
      headers: { ...request.headers, ...trace },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    }).catch((error: unknown) => {
      throw new RegisterDown(error instanceof Error ? error.message : String(error))
    }),
  )
}

/** The JSON of an answer. @throws RegisterDown for another form */
export async function readRegister<S extends z.ZodType>(answer: Response, shape: S): Promise<z.infer<S>> {
  const text = await answer.text().catch(() => '')
  if (text.length > ANSWER_BYTES_MAX) throw new RegisterDown('the answer is too long')
  const parsed = shape.safeParse(jsonOf(text))
  if (!parsed.success) throw new RegisterDown('the answer has another form')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
