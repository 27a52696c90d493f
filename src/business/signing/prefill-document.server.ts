import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import { invalid } from '#kernel/errors.ts'
import { requireCan } from '#kernel/refusal.ts'
import { type VerbContext, verb } from '#server/verb.ts'
import { template_parties } from '../document-templates/blocks/template-kinds.rules.ts'
import { signature_types } from '../platform/signature-types.rules.ts'
import { agency_side } from '../shared/who-may.rules.ts'
import { askedInput } from './asked-fields.server.ts'
import { prepareDocument, signersInput, titleInput } from './create-document.server.ts'
import { sideOf } from './signed-blocks.rules.ts'
import { sendsAbout, signed_records } from './signing.rules.ts'
import { partiesOfRecord, type Sides } from './signing-parties.server.ts'

const input = z.strictObject({
  parent_entity: z.enum(signed_records),
  parent_id: z.uuid(),
  title: titleInput,
  type: z.enum(signature_types),
  template_id: z.uuid(),
  /** In words. */
  missing: z.array(z.string()),
  /** The signers that the template asks for, in their order. */
  parties: z.array(z.enum(template_parties)),
  signers: signersInput.optional(),
  /** Questions to the signers. */
  asked: askedInput.default([]),
  file: z.strictObject({
    file_name: z.string(),
    file_url: z.string(),
    content_type: z.string(),
    size_bytes: z.number().int(),
    sha256: z.string(),
  }),
})

/**
 * A document for signature that a template made. Reached through `prefill` only: naming stored files here would expose
 * other people's.
 */
export const prefillDocument = verb({
  action_id: 'platform.document.prefill',
  since: '0.1.0',
  summary: 'Prepares a document for signature from a template and a record',
  machine: 'allowed',
  impersonator: 'allowed',
  who: agency_side,
  input,
  output: z.strictObject({ id: z.uuid() }),
  run: async (context, { file, parties, signers, template_id, missing, asked: fields, ...asked }) => {
    const { tx, viewer } = context
    requireCan(sendsAbout(asked.parent_entity, viewer))
    await loadVisible(tx, viewer, asked.parent_entity, [asked.parent_id], { columns: 't.id' })
    const sides = await partiesOfRecord(context, asked.parent_entity, asked.parent_id)
    const people = signers ?? (await signersOf(context, sides, parties))
    return prepareDocument(
      context,
      { ...asked, signers: people },
      { file, sides, template_id, missing, asked: fields },
    )
  },
})

/** One person of each side that signs: the sender, else a person that has joined, first a hiring manager or administrator. */
async function signersOf(
  { tx, viewer }: VerbContext,
  sides: Sides,
  parties: readonly (typeof template_parties)[number][],
): Promise<z.infer<typeof signersInput>> {
  const order = [...new Set(parties.map(sideOf))]
  const signers: z.infer<typeof signersInput> = []
  for (const [at, side] of order.entries()) {
    const business_id = sides[`${side}_id`]
    const contact_id =
      business_id === viewer.business_id
        ? viewer.business_contact_id
        : (
            await tx.row<{ id: string }>(
              `select id from business.business_contact where business_id = $1 and is_active and deleted_at is null
                 and email is not null
               order by roles && array['hiring_manager', 'agency_admin'] desc, joined_at is null, id limit 1`,
              [business_id],
            )
          )?.id
    if (contact_id === undefined) throw invalid({ signers: `Somebody signs for the ${side}` })
    signers.push({ contact_id, position: at + 1, role: 'signer' })
  }
  return signers
}
