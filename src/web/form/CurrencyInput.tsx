/** The choice of a currency: those that are on, and the one that the form began with. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '#web/core/call.ts'
import { gql } from '#web/core/query.ts'
import { Select } from '#web/ui/inputs.tsx'
import { currencyOptions } from './currency-options.ts'

const document = gql(`query currencies_to_choose {
  currencies: platform_currency(order_by: [{ name: asc }], limit: 50) { id name alpha_code is_active }
}`)

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error?: string | undefined
  readonly hint?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
}

export function CurrencyInput(props: Props) {
  const [first] = useState(props.value)
  const { data: rows } = useQuery({
    queryKey: ['currencies_to_choose'],
    queryFn: async ({ signal }) => (await graphql(document, {}, signal)).currencies,
  })
  return <Select {...props} options={currencyOptions(rows ?? [], [first, props.value])} />
}
