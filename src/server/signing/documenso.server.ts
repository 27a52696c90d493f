/** Documenso's public API, version 2: an envelope is a file on its way through its signers. */
import { z } from 'zod'
import { UnavailableError } from '../failure.ts'
import type { Documenso } from '../settings/settings-signing.ts'

const TIMEOUT_MS = 20_000
const FILE_BYTES_MAX = 60_000_000

/** It does not answer, refuses, or answers in another form. The reason is for the list of deliveries. */
export class DocumensoDown extends UnavailableError {
  override name = 'DocumensoDown'
  override readonly retry_after_seconds = 30
}

const recipient_roles = ['SIGNER', 'APPROVER', 'CC'] as const

export type EnvelopeFieldType = 'SIGNATURE' | 'INITIALS' | 'TEXT' | 'CHECKBOX'

export type NewEnvelope = {
  readonly title: string
  /** Our document; webhooks name it. */
  readonly external_id: string
  readonly subject: string
  readonly message: string
  readonly file: { readonly name: string; readonly bytes: Uint8Array }
  readonly recipients: readonly {
    readonly email: string
    readonly name: string
    readonly role: (typeof recipient_roles)[number]
    readonly position: number
    /** Boxes in percent of the page from its upper left corner. */
    readonly fields: readonly {
      readonly type: EnvelopeFieldType
      /** Absent: the signature. */
      readonly asks?: { readonly label: string; readonly required: boolean }
      readonly page: number
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
    }[]
  }[]
}

const envelopeAnswer = z.object({
  id: z.string(),
  status: z.string(),
  externalId: z.string().nullish(),
  recipients: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      role: z.string(),
      token: z.string().nullish(),
      sendStatus: z.string().nullish(),
      readStatus: z.string().nullish(),
      signingStatus: z.string().nullish(),
      signedAt: z.string().nullish(),
      rejectionReason: z.string().nullish(),
    }),
  ),
  envelopeItems: z.array(z.object({ id: z.string() })),
})
export type Envelope = z.infer<typeof envelopeAnswer>

const created = z.object({ id: z.string().min(1) })

export function openDocumenso({ url, token }: NonNullable<Documenso>) {
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(`${url}/api/v2${path}`, {
      ...init,
      headers: { authorization: token, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new DocumensoDown('Documenso does not answer', { cause: error })
    })
    if (answer.ok) return answer
    await answer.body?.cancel()
    throw new DocumensoDown(`Documenso answered with status ${answer.status}`)
  }

  async function read<S extends z.ZodType>(shape: S, answer: Response): Promise<z.infer<S>> {
    const parsed = shape.safeParse(await answer.json().catch(() => null))
    if (!parsed.success) throw new DocumensoDown('Documenso answered in another form')
    return parsed.data
  }

  const post = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.body?.cancel())

  return {
    /** A draft that asks nobody. @returns its id */
    create: async (envelope: NewEnvelope): Promise<string> => {
      const form = new FormData()
      form.set('payload', JSON.stringify(payloadOf(envelope)))
      const { name, bytes } = envelope.file
      form.set('files', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name)
      return (await read(created, await ask('/envelope/create', { method: 'POST', body: form }))).id
    },
    /** Asks the signers of a draft. */
    distribute: (envelopeId: string) => post('/envelope/distribute', { envelopeId }),
    /** Mails the link again. */
    remind: (envelopeId: string, recipients: readonly number[]) =>
      post('/envelope/redistribute', { envelopeId, recipients }),
    cancel: (envelopeId: string, reason: string) => post('/envelope/cancel', { envelopeId, reason }),
    get: async (envelopeId: string): Promise<Envelope> =>
      read(envelopeAnswer, await ask(`/envelope/${encodeURIComponent(envelopeId)}`)),
    signedFile: async (item_id: string): Promise<Uint8Array> => {
      const answer = await ask(`/envelope/item/${encodeURIComponent(item_id)}/download?version=signed`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      if (bytes.length > FILE_BYTES_MAX) throw new DocumensoDown('The signed file is too large')
      if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
        throw new DocumensoDown('The signed file is no PDF')
      return bytes
    },
    /** The page of one signer: its holder signs as them. */
    pageOf: (recipient: Envelope['recipients'][number]): string | null =>
      recipient.token ? `${url}/sign/${encodeURIComponent(recipient.token)}` : null,
  }
}

type Asked = NewEnvelope['recipients'][number]['fields'][number]['asks']

/** Documenso keeps the words of a text or tick, and whether it is mandatory; its other fields always are. */
function metaOf(type: EnvelopeFieldType, asks: Asked) {
  if (asks === undefined || (type !== 'TEXT' && type !== 'CHECKBOX')) return {}
  const { label, required } = asks
  return type === 'TEXT'
    ? { fieldMeta: { type: 'text', label, required } }
    : { fieldMeta: { type: 'checkbox', label, required, values: [{ id: 1, checked: false, value: '' }] } }
}

const payloadOf = ({ title, external_id, subject, message, recipients }: NewEnvelope) => ({
  title,
  type: 'DOCUMENT',
  externalId: external_id,
  recipients: recipients.map(({ email, name, role, position, fields }) => ({
    email,
    name,
    role,
    signingOrder: position,
    fields: fields.map(({ type, asks, page, x, y, w, h }) => ({
      type,
      ...metaOf(type, asks),
      page,
      positionX: x,
      positionY: y,
      width: w,
      height: h,
    })),
  })),
  meta: { subject, message, signingOrder: 'SEQUENTIAL', distributionMethod: 'EMAIL' },
})
