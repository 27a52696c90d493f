/** The agencies with debt at the reader's risk, one row each; each opens its invoices (money.md §1.9). */
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatScaled } from '#kernel/decimal-text.ts'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { Amount, minorOf } from '#web/kinds/amount.tsx'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td, Th } from '#web/ui/Table.tsx'
import { FundingRetentionForm, type Retaining } from '../funding/funding-retention.form.tsx'
import { addressOf } from '../reports/report-list.view.ts'
import { isOneOf } from '../shared/who-may.rules.ts'
import { debtRows } from './funding-rows.rules.ts'
import { OveradvanceForm, type Overadvancing } from './overadvance.form.tsx'
import { overadvance_approvers } from './overadvance.rules.ts'

export const agency_fields = gql(`fragment portfolio_agency on get_funding_portfolio {
  id agency_id agency_human_id agency_name alpha_code client_count net_outstanding_balance disallowed_age disallowed_part_paid
  disallowed_credit_limit eligible concentration_excess advance_percent availability funds_in_use retention_amount headroom
  reassigned_amount recourse_amount recourse_outstanding verified_amount dilution_percent dso_days
}`)

export type Agency = Answer<typeof agency_fields>

export const overadvance_fields = gql(`fragment agency_overadvance on business_funding_overadvance {
  id principal_id agency_id amount effective_to currency { alpha_code }
}`)

type Overadvance = Answer<typeof overadvance_fields>

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
  overadvances,
  code,
  isPast,
  maySet,
}: {
  agencies: readonly Agency[]
  /** The reader's own, in force. */
  overadvances: readonly Overadvance[]
  code: string
  isPast: boolean
  maySet: boolean
}) {
  const { category, roles } = useSession()
  const [retaining, setRetaining] = useState<Retaining | null>(null)
  const [advancing, setAdvancing] = useState<Overadvancing | null>(null)
  const mayAdvance = !isPast && isOneOf({ category, roles }, overadvance_approvers)
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
              <Th numeric>Over-advance</Th>
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
                <Td numeric>
                  <Lifted
                    agency={one}
                    found={overadvances.find(
                      (of) => of.agency_id === one.agency_id && of.currency?.alpha_code === code,
                    )}
                    onApprove={mayAdvance ? () => setAdvancing(one) : null}
                  />
                </Td>
                <Td numeric>{one.dso_days ?? '–'}</Td>
                <Td numeric>{one.dilution_percent === null ? '–' : `${one.dilution_percent}%`}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
      {retaining && <FundingRetentionForm of={retaining} onClose={() => setRetaining(null)} />}
      {advancing && <OveradvanceForm of={advancing} onClose={() => setAdvancing(null)} />}
    </Card>
  )
}

/** The over-advance in force with its last day, and the way to approve one. */
function Lifted({
  agency,
  found,
  onApprove,
}: {
  agency: Agency
  found: Overadvance | undefined
  onApprove: (() => void) | null
}) {
  const shown = found && minorOf(found.amount) > 0 && (
    <>
      <Amount value={found.amount} currency={agency.alpha_code} />{' '}
      <span className="text-12 text-n11">until {dayText(found.effective_to)}</span>
    </>
  )
  if (onApprove === null) return shown || '–'
  return (
    <Button
      size="sm"
      tone="quiet"
      icon={Pencil}
      className="-mr-2"
      aria-label={`Over-advance of ${agency.agency_name}`}
      onClick={onApprove}
    >
      {shown || '–'}
    </Button>
  )
}
