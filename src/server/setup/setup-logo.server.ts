/** The provider's logo, within the set-up: the same two verbs as on the page Account, in the name of the first user. */
import { z } from 'zod'
import { logoFault } from '#business/parties/company.rules.ts'
import { setLogo } from '#business/parties/company-profile/set-logo.server.ts'
import { createAttachment } from '#business/platform/create-attachment.server.ts'
import type { Viewer } from '#entity/access.ts'
import { invalid, precondition } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { HttpContext } from '../http/http-context.ts'
import { parseInput } from '../http/input-errors.ts'
import { kindOf, safeFileName } from '../http/upload-kinds.ts'
import { perform } from '../perform.server.ts'
import { requireClean } from '../scan/require-clean.server.ts'
import type { AnyVerb } from '../verb.ts'
import { readViewerOfContact } from '../viewer-read.server.ts'
import { holdSteps } from './setup-state.server.ts'
import type { Within } from './setup-steps.server.ts'

const logoInput = z.strictObject({ path: z.string().trim().min(1).max(300) })
const base64 = z.base64()

interface Logo {
  readonly viewer: Viewer
  readonly file_name: string
  readonly content_type: string
  readonly bytes: Buffer
}

/** The picture, checked before anything is stored. @throws invalid on `file` */
export async function logoOf({ tx }: Within, raw: unknown): Promise<Logo> {
  // As in uploads by JSON (spec §7); apart from the fields, since it is longer than any text that a person types.
  const { content, ...named } = (raw ?? {}) as Record<string, unknown> // A list or a text has no path.
  const { path } = parseInput(logoInput, named)
  const { business } = await holdSteps(tx)
  const viewer = business ? await readViewerOfContact(tx, business.contact_id) : null
  if (!viewer) throw precondition('Please enter the business first')
  const { data } = base64.safeParse(content)
  if (data === undefined) throw invalid({ file: validationText.matches })
  const bytes = Buffer.from(data, 'base64')
  const file_name = safeFileName(path)
  const kind = kindOf(file_name, bytes)
  if ('message' in kind) throw invalid({ file: kind.message })
  const fault = logoFault({ content_type: kind.content_type, size_bytes: bytes.length })
  if (fault !== null) throw invalid({ file: fault })
  return { viewer, file_name, content_type: kind.content_type, bytes }
}

export async function keepLogo(
  context: HttpContext,
  { viewer, file_name, content_type, bytes }: Logo,
): Promise<void> {
  const { database, clock, files } = context
  const { business_id } = viewer
  await requireClean(context, viewer, bytes)
  const stored = await files.put(bytes)
  const verbs = new Map<string, AnyVerb>([[createAttachment.action_id, createAttachment]])
  const input = {
    parent_entity: 'business.provider',
    parent_id: business_id,
    file_name,
    content_type,
    ...stored,
  }
  const made = await perform({ database, clock, verbs }, viewer, createAttachment.action_id, input, null)
  const { id: attachment_id } = z.object({ id: z.uuid() }).parse(made)
  await perform({ database, clock }, viewer, setLogo.action_id, { business_id, attachment_id }, null)
}
