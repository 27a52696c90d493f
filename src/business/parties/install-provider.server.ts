import { z } from 'zod'
import { addDays, formatDay } from '#kernel/day.ts'
import { invalid } from '#kernel/errors.ts'
import { validationText } from '#kernel/messages.ts'
import type { Writing } from './insert-party.server.ts'
import { currencyId, insertBusiness, insertCompany, insertContact } from './insert-party.server.ts'
import { companyInput, contactInput, dayInput } from './party-input.server.ts'

const providerInput = z.strictObject({
  company: companyInput,
  contact: contactInput.omit({ contact_phone: true }),
  /** The first day of the books: earlier than today where they are taken over from elsewhere. */
  books_begin: dayInput.optional(),
})

/**
 * The first business of an installation, before anyone can sign in: a step of setting up, not a verb. Its contact is
 * the first user. @throws invalid as the verbs do
 */
export async function installProvider(
  to: Writing,
  raw: z.input<typeof providerInput>,
): Promise<{ id: string; human_id: string; contact_id: string; user_id: string | null }> {
  const { company, contact, books_begin = to.clock.today() } = providerInput.parse(raw)
  if (books_begin > to.clock.today())
    throw invalid({ books_begin: validationText.max_date(formatDay(addDays(to.clock.today(), 1))) })
  const company_id = await insertCompany(to, company)
  const base_currency_id = await currencyId(to, 'GBP')
  const made = await insertBusiness(to, {
    type: 'provider',
    name: company.name,
    provider_id: null,
    company_id,
    base_currency_id,
    books_begin,
  })
  const { id: contact_id, user_id } = await insertContact(to, made.id, contact, {
    joined_at: to.clock.now(),
  })
  await to.tx.run('update platform."user" set is_confirmed = true where id = $1', [user_id])
  return { ...made, contact_id, user_id }
}
