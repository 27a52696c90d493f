/** Sends a file under one idempotency key until the server has answered, so that a retry adds it once. */
import { errorText } from '#kernel/messages.ts'
import { CallError } from './call.ts'
import { type UploadOptions, upload } from './upload.ts'
import { uploadKey } from './upload-key.ts'

/** After these the server may or may not have the file. */
const unanswered: readonly CallError['code'][] = ['lost', 'unavailable', 'internal']
const gone = 'This file has changed or moved. Please choose it again.'

/**
 * @param sender the business contact of the sender
 * @throws CallError with `errors.file` for the field; DOMException where the signal ended it
 */
export async function sendFile<T>(
  path: string,
  sender: string,
  { fields, file, onProgress, signal }: UploadOptions,
): Promise<T> {
  const sent = await uploadKey([sender, path, JSON.stringify(fields)], file).catch(() => null)
  if (sent === null) throw new CallError('invalid', errorText.action_failed, { file: gone })
  signal?.throwIfAborted()
  try {
    const keyed = { ...fields, idempotency_key: sent.key }
    const data = await upload<T>(path, { fields: keyed, file, onProgress, ...(signal ? { signal } : {}) })
    sent.answered()
    return data
  } catch (thrown) {
    if (thrown instanceof CallError && !unanswered.includes(thrown.code)) sent.answered()
    throw thrown
  }
}
