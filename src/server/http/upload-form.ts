/** The file of a multipart form, and the fields before it. */
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { uploadText } from './upload-kinds.ts'

const NAME_LETTERS_MAX = 500
const fields = { fields: 10, fieldSize: 2_000, files: 1, parts: 12, headerPairs: 50 }
/** The fields of the form that came before the file, and the file. */
type Form = { readonly fields: Readonly<Record<string, string>>; readonly file: MultipartFile | null }

export async function formOf(request: FastifyRequest, bytes_max: number): Promise<Form> {
  if (!request.isMultipart()) throw invalid({ file: validationText.multi_file })
  const found: Record<string, string> = {}
  const parts = request.parts({ limits: { ...fields, fileSize: bytes_max } })
  for await (const part of parts) {
    if (part.type === 'file') return { fields: found, file: part }
    if (typeof part.value === 'string') found[part.fieldname] = part.value
  }
  return { fields: found, file: null }
}

export function fileOf({ file }: Form): MultipartFile {
  if (file === null || file.filename === undefined || file.filename === '')
    throw invalid({ file: validationText.multi_file })
  if (file.filename.length > NAME_LETTERS_MAX)
    throw invalid({ file: validationText.max_length(NAME_LETTERS_MAX) })
  return file
}

/** The file in memory: it is looked at as a whole, and it is small. */
export async function bytesOf(file: MultipartFile, max: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file.file) chunks.push(chunk as Buffer) // The stream of a part has no encoding.
  if (file.file.truncated) throw invalid({ file: uploadText.too_large(max) })
  return Buffer.concat(chunks)
}
