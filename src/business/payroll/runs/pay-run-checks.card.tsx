import { useState } from 'react'
import { pathOf } from '#web/core/place.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Link } from '#web/ui/Link.tsx'
import { stacked_on_phone, Table, Td } from '#web/ui/Table.tsx'

/** The most findings that a page shows. */
export const CHECKS_SHOWN = 200

export const pay_run_checks = gql(`query pay_run_checks($id: uuid!, $most: Int!) {
  checks: transaction_pay_run_check(
    where: { pay_run_id: { _eq: $id } } order_by: [{ level: asc }, { code: asc }, { sentence: asc }, { id: asc }] limit: $most
  ) { id contractor_id code level sentence reason answerer contractor { name } }
  waiting: transaction_pay_run_check_aggregate(
    where: { pay_run_id: { _eq: $id }, level: { _eq: "warning" }, reason: { _is_null: true } }
  ) { aggregate { count } }
}`)

export type Check = Answer<typeof pay_run_checks>['checks'][number]

export function Checks({ checks, mayAnswer }: { checks: readonly Check[]; mayAnswer: boolean }) {
  const [asked, setAsked] = useState<readonly Check[] | null>(null)
  const waiting = checks.filter(({ level, reason }) => level === 'warning' && reason === null)
  if (checks.length === 0) return null
  return (
    <Card
      title="Checks"
      flush
      actions={
        mayAnswer &&
        waiting.length > 1 && (
          <Button size="sm" onClick={() => setAsked(waiting)}>
            Answer {waiting.length} warnings
          </Button>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Checks, rows" tabIndex={0}>
        <Table heads={['Check', 'Worker', 'Finding', 'Reason']} className={stacked_on_phone.table}>
          {checks.map((one) => (
            <tr key={one.id} className={cx(stacked_on_phone.row, 'max-tablet:grid-cols-[1fr_auto]')}>
              <Td className="whitespace-nowrap">
                <Badge
                  tone={one.level === 'stop' ? 'critical' : one.reason === null ? 'attention' : 'neutral'}
                >
                  {one.level === 'stop' ? 'Stop' : 'Warning'}
                </Badge>{' '}
                {one.code}
              </Td>
              <Td>
                <Worker check={one} />
              </Td>
              <Td className="max-tablet:col-span-2">{one.sentence}</Td>
              <Td className="max-tablet:col-span-2 max-tablet:empty:hidden">
                {one.reason === null ? (
                  mayAnswer &&
                  one.level === 'warning' && (
                    <Button size="sm" onClick={() => setAsked([one])}>
                      Answer
                    </Button>
                  )
                ) : (
                  <>
                    {one.reason} <span className="text-n11">({one.answerer})</span>
                  </>
                )}
              </Td>
            </tr>
          ))}
        </Table>
      </section>
      {checks.length === CHECKS_SHOWN && <p className="p-3 text-n11">The first {CHECKS_SHOWN} findings.</p>}
      {asked && <AnswerWarnings checks={asked} onClose={() => setAsked(null)} />}
    </Card>
  )
}

function Worker({ check: { contractor_id, contractor } }: { check: Check }) {
  const { category } = useSession()
  if (contractor_id === null) return <span className="text-n11">The run</span>
  return (
    <Link to={pathOf({ category, path: 'business/contractor', id: contractor_id })}>
      {contractor?.name ?? ''}
    </Link>
  )
}

export function AnswerWarnings({ checks, onClose }: { checks: readonly Check[]; onClose: () => void }) {
  const [first] = checks
  return (
    <VerbModal
      title={checks.length === 1 ? 'Answer the warning' : `Answer ${checks.length} warnings`}
      description={checks.length === 1 ? (first?.sentence ?? '') : 'The reason is kept with each of them.'}
      action_id="transaction.pay_run_check.answer"
      fixed={{ ids: checks.map(({ id }) => id) }}
      fields={[{ kind: 'area', name: 'reason', label: 'Why it is right', required: true, max: 500 }]}
      submit="Save"
      success="Reason saved"
      onClose={onClose}
    />
  )
}
