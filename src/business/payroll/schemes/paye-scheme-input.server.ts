/** Inputs that the verbs of PAYE schemes share. */
import { z } from 'zod'
import { loadVisible } from '#data/visible.ts'
import type { ReadRow } from '#entity/new-row.ts'
import { invalid } from '#kernel/errors.ts'
import { readUtr } from '#kernel/identifier.ts'
import { validationText } from '#kernel/messages.ts'
import type { VerbContext } from '#server/verb.ts'
import { identifierInput, mandatory, optionalText } from '../../parties/party-input.server.ts'
import { lockKey } from '../../shared/lock-key.server.ts'
import type { paye_scheme } from './paye-scheme.entity.ts'
import {
  type EmployerReference,
  readAccountsOfficeReference,
  readEmployerReference,
} from './paye-scheme.rules.ts'

/** A text in its read form, or the specification's fault. */
const readInput = <T>(read: (typed: string) => T | null) =>
  mandatory.transform((typed, context) => {
    const found = read(typed)
    if (found !== null) return found
    context.addIssue({ code: 'custom', message: validationText.matches })
    return z.NEVER
  })

export const schemeInput = {
  /** `123/AB45678`. */
  employer_reference: readInput(readEmployerReference),
  accounts_office_reference: readInput(readAccountsOfficeReference),
  corporation_tax_reference: identifierInput(readUtr),
  payment_frequency: z.enum(['monthly', 'quarterly']),
  levy_charge: z.enum(['per_timesheet', 'none']),
  associated_group: optionalText,
}

type SchemeFacts = Omit<z.infer<z.ZodObject<typeof schemeInput>>, 'employer_reference'>

/** The facts of a scheme as they are stored: a blank one is null. */
export const storedFacts = (facts: SchemeFacts) => ({
  accounts_office_reference: facts.accounts_office_reference,
  corporation_tax_reference: facts.corporation_tax_reference ?? null,
  payment_frequency: facts.payment_frequency,
  levy_charge: facts.levy_charge,
  associated_group: facts.associated_group || null,
})

export type SchemeRow = ReadRow<
  typeof paye_scheme,
  'id business_id office_number paye_reference accounts_office_reference corporation_tax_reference payment_frequency levy_charge associated_group source opens_runs_ahead ended_on sender_set_at provider_id agency_id employer_reference'
>

/** The viewer's scheme, locked. @throws not_found */
export async function lockScheme({ tx, viewer }: VerbContext, id: string): Promise<SchemeRow> {
  const [row] = await loadVisible<SchemeRow>(tx, viewer, 'business.paye_scheme', [id], { lock: true })
  return row as SchemeRow // As many rows as ids.
}

/** @throws invalid where another scheme of the provider has the reference */
export async function requireFreeReference(
  { tx }: VerbContext,
  provider_id: string,
  { office_number, paye_reference }: EmployerReference,
  except: string | null,
): Promise<void> {
  await lockKey(tx, 'paye_scheme', provider_id, office_number, paye_reference)
  const taken = await tx.row(
    `select id from business.paye_scheme where provider_id = $1 and office_number = $2 and paye_reference = $3
       and id is distinct from $4::uuid`,
    [provider_id, office_number, paye_reference, except],
  )
  if (taken) throw invalid({ employer_reference: validationText.unique_existing })
}
