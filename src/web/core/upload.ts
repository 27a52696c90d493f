/** Sends a file with its fields (spec §7, storage) and reports progress. */
import type { FieldErrors } from '#kernel/errors.ts'
import { errorText } from '#kernel/messages.ts'
import { actingHeader, CallError, lost_connection, signed_out } from './call.ts'
import { connectionLost, connectionSeen } from './connection.ts'

interface Answer {
  readonly success?: boolean
  readonly data?: unknown
  readonly message?: string
  readonly code?: CallError['code']
  readonly errors?: FieldErrors
}

export interface UploadOptions {
  readonly fields: Readonly<Record<string, string>>
  readonly file: File
  /** Sent share of the file, from 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal?: AbortSignal
  /** Of a mailed link: the session counts for nothing. */
  readonly link_token?: string
}

/** @throws CallError with the sentence the user reads; its `errors.file` belongs under the field */
export function upload<T>(
  path: string,
  { fields, file, onProgress, signal, link_token }: UploadOptions,
): Promise<T> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The file comes last because the server reads in order.
  form.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    // Unlike fetch, XMLHttpRequest reports progress.
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('x-stint-csrf', '1')
    const proof = link_token === undefined ? actingHeader() : { token: link_token }
    for (const [name, value] of Object.entries(proof)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => {
      connectionLost()
      reject(new CallError('lost', lost_connection))
    }
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    request.onload = () => {
      connectionSeen()
      const answer = answerOf(request.responseText)
      if (answer.success === true) return resolve(answer.data as T) // The caller names the shape of this path's answer.
      const code = request.status === 401 ? 'signed_out' : (answer.code ?? 'internal')
      const message = answer.message ?? (request.status === 401 ? signed_out : errorText.action_failed)
      reject(new CallError(code, message, answer.errors))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function answerOf(text: string): Answer {
  try {
    return JSON.parse(text) as Answer // The server's envelope; every field is optional here.
  } catch {
    return {}
  }
}
