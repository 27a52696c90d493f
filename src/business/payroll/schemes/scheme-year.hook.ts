/** A tax year of the PAYE scheme in the address, as a verb answers it; the year of today first. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { action } from '#web/core/call.ts'
import { usePlace } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import { TAX_YEARS } from '../years/tax-years.rules.ts'

const years = TAX_YEARS.map(({ name }) => ({ value: name, label: name }))

/** @param action_id a reading verb of `paye_scheme_id` and `tax_year` */
export function useSchemeYear<T>(action_id: string) {
  const { id } = usePlace()
  const { today } = useSession()
  const [tax_year, setYear] = useState(
    () => TAX_YEARS.find(({ last_day }) => today <= last_day)?.name ?? TAX_YEARS.at(-1)?.name ?? '',
  )
  const query = useQuery({
    queryKey: ['scheme_year', action_id, id, tax_year],
    queryFn: () => action<T>(action_id, { paye_scheme_id: id, tax_year }, crypto.randomUUID()),
    placeholderData: (before) => before,
  })
  return { paye_scheme_id: id ?? '', tax_year, setYear, years, query }
}
