/** The agencies with debt at the reader's risk, one row each; each opens its invoices (money.md §1.9). */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { FundingRetentionForm, type Retaining } from '../funding/funding-retention.form.tsx'
import { addressOf } from '../reports/report-list.card.tsx'
import { debtRows } from './funding-rows.rules.ts'

export const agency_fields = gql(`fragment portfolio_agency on get_funding_portfolio {
  id agency_id agency_human_id agency_name alpha_code client_count net_outstanding_balance disallowed_age disallowed_part_paid
  disallowed_credit_limit eligible concentration_excess advance_percent availability funds_in_use retention_amount headroom
  reassigned_amount recourse_amount recourse_outstanding verified_amount dilution_percent dso_days
}`)

export type Agency = Answer<typeof agency_fields>

const measures = [
  { field: 'net_outstanding_balance', label: 'Ledger' },
  { field: 'eligible', label: 'Eligible' },
  { field: 'funds_in_use', label: 'Funds in use' },
  { field: 'retention_amount', label: 'Retention' },
  { field: 'headroom', label: 'Headroom' },
  { field: 'recourse_outstanding', label: 'Recourse' },
  { field: 'reassigned_amount', label: 'Reassigned' },
  { field: 'verified_amount', label: 'Approved work' },
] as const

export function Agencies({
  agencies,
  code,
  isPast,
  maySet,
}: {
  agencies: readonly Agency[]
  code: string
  isPast: boolean
  maySet: boolean
}) {
  const { category } = useSession()
  const [retaining, setRetaining] = useState<Retaining | null>(null)
  const path = pathOf({ category, path: 'report/funding_debt' })
  return (
    <Card title={`${code} by agency`} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label={`${code} by agency, rows`} tabIndex={0}>
        <Table>
          <thead>
            <tr>
              <Th>Agency</Th>
              <Th numeric>Clients</Th>
              {measures.map(({ field, label }) => (
                <Th key={field} numeric>
                  {label}
                </Th>
              ))}
              <Th numeric>DSO</Th>
              <Th numeric>Dilution</Th>
            </tr>
          </thead>
          <tbody>
            {agencies.map((one) => (
              <tr key={one.id}>
                <Td className="max-w-48 truncate" title={one.agency_name}>
                  {isPast ? (
                    one.agency_name
                  ) : (
                    <Link to={addressOf(path, debtRows({ alpha_code: code, agency_id: one.agency_id }))}>
                      {one.agency_name}
                    </Link>
                  )}
                </Td>
                <Td numeric>{one.client_count}</Td>
                {measures.map(({ field }) => (
                  <Td key={field} numeric>
                    {field === 'retention_amount' && maySet && !isPast ? (
                      <Button
                        size="sm"
                        tone="quiet"
                        icon={Pencil}
                        className="-mr-2"
                        aria-label={`Retention of ${one.agency_name}`}
                        onClick={() =>
                          setRetaining({ ...one, amount: formatScaled(minorOf(one.retention_amount), 2) })
                        }
                      >
                        <Amount value={one.retention_amount} currency={code} />
                      </Button>
                    ) : one[field] === null ? (
                      '–'
                    ) : (
                      <Amount value={one[field]} currency={code} />
                    )}
                  </Td>
                ))}
                <Td numeric>{one.dso_days ?? '–'}</Td>
                <Td numeric>{one.dilution_percent === null ? '–' : `${one.dilution_percent}%`}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      {retaining && <FundingRetentionForm of={retaining} onClose={() => setRetaining(null)} />}
    </Card>
  )
}
