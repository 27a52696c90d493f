/** The questions of a document to its signers: kept with the document, and answered with the signature. */
import { z } from 'zod'
import { invalid } from '#kernel/errors.ts'
import { newUuid } from '#kernel/uuid.ts'
import type { Tx, VerbContext } from '#server/verb.ts'
import { insertNamed } from '#server/write-row.server.ts'
import { askedFieldInput } from '../document-templates/template-input.server.ts'
import {
  type Answer,
  type Answers,
  type AskedField,
  answerFaults,
  answerWords,
  keptAnswer,
} from '../platform/signature-fields.rules.ts'
import { oneLine, printed } from '../shared/printed-input.server.ts'

export const signing_sides = ['agency', 'client', 'contractor', 'provider'] as const

/** Each is asked of all signers of its side. */
export const askedInput = z
  .array(z.strictObject({ ...askedFieldInput.shape, side: z.enum(signing_sides) }))
  .max(40)
export type AskedOfSide = z.infer<typeof askedInput>[number]

export const answersInput = z
  .record(z.uuid(), z.union([oneLine(printed(z.string().trim().max(200))), z.boolean()]))
  .optional()

export type SignerField = AskedField & {
  readonly id: string
  readonly signer_id: string
  readonly value: Answer | null
}

export async function writeAsked(
  { tx, clock }: VerbContext,
  signer_id: string,
  fields: readonly AskedField[],
): Promise<void> {
  for (const [position, { kind, label, required }] of fields.entries())
    await insertNamed(tx, 'platform.signature_field', {
      id: newUuid(clock),
      signer_id,
      kind,
      label,
      required,
      position,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
}

/** Without the signatures, in the order of the questions. */
export const readAsked = (tx: Tx, signer_ids: readonly string[]): Promise<SignerField[]> =>
  tx.rows<SignerField>(
    `select id, signer_id, kind, label, required, value from platform.signature_field
     where signer_id = any ($1::uuid[]) and kind <> 'signature' order by signer_id, position, id`,
    [signer_ids],
  )

/** @returns the answers in words @throws invalid with each fault under `fields.{id}` */
export async function keepAnswers(
  { tx, clock }: VerbContext,
  signer_id: string,
  answers: Answers,
): Promise<string[]> {
  const fields = await readAsked(tx, [signer_id])
  const faults = answerFaults(fields, answers)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const words: string[] = []
  for (const field of fields) {
    const value = keptAnswer(field.kind, answers[field.id])
    await tx.run('update platform.signature_field set value = $2, updated_at = $3 where id = $1', [
      field.id,
      JSON.stringify(value),
      clock.now(),
    ])
    words.push(answerWords(field, value))
  }
  return words
}
