/** The signers of a template and the questions to them, from its signature blocks. Pure. */
import type { Block } from '../document-templates/blocks/template-blocks.rules.ts'
import type { TemplateParty } from '../document-templates/blocks/template-kinds.rules.ts'
import type { AskedField } from '../platform/signature-fields.rules.ts'

type Side = Exclude<TemplateParty, 'payment_company'>

/** The contractor signs for the company that pays them. */
export const sideOf = (party: TemplateParty): Side => (party === 'payment_company' ? 'contractor' : party)

type Signed = {
  readonly parties: readonly TemplateParty[]
  readonly asked: readonly (AskedField & { readonly side: Side })[]
}

/** One question is asked of a side once. */
export function signedBy(blocks: readonly Block[]): Signed {
  const signatures = blocks.filter((block) => block.type === 'signature')
  const asked = signatures.flatMap(({ parties, fields = [] }) =>
    [...new Set(parties.map(sideOf))].flatMap((side) => fields.map((field) => ({ ...field, side }))),
  )
  const keyOf = ({ side, label }: (typeof asked)[number]) => `${side} ${label.toLowerCase()}`
  return {
    parties: signatures.flatMap(({ parties }) => parties),
    asked: asked.filter((one, at) => asked.findIndex((other) => keyOf(other) === keyOf(one)) === at),
  }
}
