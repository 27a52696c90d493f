import { z } from 'zod'
import { invalid, notFound } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { documentReasonInput } from '../shared/chosen-input.server.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'
import { answersInput } from './asked-fields.server.ts'
import { lockSigning, type Signing } from './load-signing.server.ts'
import { declineAs, ownSigner, signAs } from './sign-as.server.ts'
import { isSignedHere, keepsSides, signatureFault, who } from './signing.rules.ts'

export const signatureInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('typed'), text: oneLine(printed(z.string().trim().max(120))) }),
  z.strictObject({
    kind: z.literal('drawn'),
    lines: z
      .array(z.array(z.number().min(0).max(1)).max(8000))
      .min(1)
      .max(200),
  }),
])

/** The tick of the page. */
export const consentInput = z.literal(true, { error: validationText.required })

/** @throws invalid with a sentence */
export function requireSignature(value: z.infer<typeof signatureInput>): void {
  const fault = signatureFault(value)
  if (fault !== null) throw invalid({ signature: fault })
}

/** Signers read their document here though their role may see few records. @throws not_found */
async function ownSigning({ tx, viewer, clock }: VerbContext, id: string): Promise<Signing> {
  const signing = await lockSigning(tx, id, clock.now())
  if (
    !signing.signers.some(({ contact_id }) => contact_id === viewer.business_contact_id) ||
    signing.document.status === 'draft'
  )
    throw notFound('Document')
  requireCan(isSignedHere(signing.document))
  return signing
}

const in_session = { ip: null, user_agent: null, proof: 'session' }

export const signDocument = verb({
  action_id: 'platform.document.sign',
  since: '0.1.0',
  summary: 'Signs a document as oneself',
  machine: 'refused',
  impersonator: 'refused',
  who: who.sign,
  input: z.strictObject({
    id: z.uuid(),
    consent: consentInput,
    signature: signatureInput,
    fields: answersInput,
  }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, signature, fields }) => {
    requireSignature(signature)
    const signing = await ownSigning(context, id)
    const signer = ownSigner(signing, context.viewer)
    requireCan(keepsSides(signing.document, signer))
    await signAs(context, signing, signer, signature, in_session, fields)
    return { id }
  },
})

export const declineDocument = verb({
  action_id: 'platform.document.decline',
  since: '0.1.0',
  summary: 'Declines to sign a document, with a reason',
  machine: 'refused',
  impersonator: 'refused',
  who: who.decline,
  input: z.strictObject({ id: z.uuid(), comment: documentReasonInput }),
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { id, comment }) => {
    const signing = await ownSigning(context, id)
    await declineAs(context, signing, ownSigner(signing, context.viewer), comment, in_session)
    return { id }
  },
})
