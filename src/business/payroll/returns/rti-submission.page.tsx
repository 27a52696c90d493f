/** One return to HMRC: its faults, the file, its sending, and the receipt of its filing. */
import { useState } from 'react'
import { valueAt } from '#entity/path.ts'
import { RecordPage } from '#web/blocks/RecordPage.tsx'
import { record } from '#web/blocks/record.ts'
import { pathOf } from '#web/core/place.ts'
import { saveFile } from '#web/core/save-file.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Table, Td } from '#web/ui/Table.tsx'
import { taxYearName } from '../../shared/tax-year-start.rules.ts'
import { useFollowSending } from './follow-sending.hook.ts'
import type { Fault } from './fps.rules.ts'
import { rti_submission } from './rti-submission.entity.ts'
import { can, type ReturnFacts } from './rti-submission.rules.ts'

export const rti_submission_record = record({
  entity: rti_submission,
  what: 'Return to HMRC',
  title: 'human_id',
  badge: 'status',
  meta: [{ field: 'kind' }, { field: 'paye_scheme.employer_reference' }],
  fields: ['faults', 'errors', 'may_send_again', 'pay_run_id', 'paye_scheme_id', 'paye_scheme.sender_set_at'],
  cards: [
    {
      title: 'Return',
      facts: [
        { field: 'kind' },
        {
          field: 'paye_scheme.employer_reference',
          label: 'PAYE Scheme',
          link: (row, category) =>
            pathOf({ category, path: 'paye/paye_scheme', id: String(row.paye_scheme_id) }),
        },
        {
          field: 'pay_run.human_id',
          label: 'Pay Run',
          link: (row, category) =>
            row.pay_run_id ? pathOf({ category, path: 'paye/pay_run', id: String(row.pay_run_id) }) : null,
        },
        { field: 'pay_run.pay_day', label: 'Pay Day' },
        { field: 'tax_year', cell: (row) => taxYearName(Number(row.tax_year)) },
        { field: 'tax_month' },
        { field: 'employee_count' },
        { field: 'late_reason' },
        { field: 'is_final' },
        { field: 'no_payment' },
        { field: 'inactive_months' },
        { field: 'claims_allowance' },
        { field: 'created_by_name' },
        { field: 'updated_at' },
      ],
    },
    {
      title: 'Filing',
      facts: [
        { field: 'irmark' },
        { field: 'receipt_mark' },
        { field: 'receipt' },
        { field: 'filer' },
        { field: 'filed_at' },
      ],
    },
    {
      title: 'Sending',
      when: ({ sent_at }) => sent_at !== null,
      facts: [
        { field: 'sent_by_name' },
        { field: 'sent_at' },
        { field: 'correlation_id' },
        { field: 'poll_after' },
        { field: 'unknown_since' },
        { field: 'answer', wide: true },
      ],
    },
  ],
})

export function RtiSubmissionPage() {
  return (
    <RecordPage
      screen={rti_submission_record}
      actions={(row) => <Steps row={row} />}
      before={(row) => <Errors row={row} />}
      after={(row) => <Faults row={row} />}
    />
  )
}

const factsOf = (row: ListRow): ReturnFacts => ({
  human_id: String(row.human_id),
  status: row.status as ReturnFacts['status'], // The choice of the field.
  unknown_since: row.unknown_since as string | null, // An instant as text.
  may_send_again: row.may_send_again === true,
})

function Steps({ row }: { row: ListRow }) {
  const session = useSession()
  useFollowSending(row)
  const [asked, setAsked] = useState<'send' | 'file' | 'take_back' | null>(null)
  const facts = factsOf(row)
  const download = useAction<{ file_name: string; content: string }>('transaction.rti_submission.download', {
    success: (made) => `${made.file_name} is saved`,
    onDone: (made) => saveFile(made.file_name, new Blob([made.content], { type: 'application/xml' })),
  })
  const send = useAction('transaction.rti_submission.send', {
    success: `${facts.human_id} is on its way to HMRC`,
  })
  const maySend = session.sends_returns && can.send(facts, session) === true
  return (
    <>
      {can.download(facts, session) === true && (
        <Button
          verb="transaction.rti_submission.download"
          busy={download.busy}
          onClick={() => void download.run({ id: row.id })}
        >
          Download
        </Button>
      )}
      {can.take_back(facts, session) === true && (
        <Button verb="transaction.rti_submission.take_back" onClick={() => setAsked('take_back')}>
          HMRC does not have it
        </Button>
      )}
      {can.file_outside(facts, session) === true && (
        <Button
          tone={maySend ? 'secondary' : 'primary'}
          verb="transaction.rti_submission.file_outside"
          onClick={() => setAsked('file')}
        >
          Record filing
        </Button>
      )}
      {maySend && (
        <Button
          tone="primary"
          disabledReason={
            valueAt(row, 'paye_scheme.sender_set_at') === null
              ? 'An administrator of the employer enters HMRC’s credentials on the page of the PAYE scheme'
              : null
          }
          verb="transaction.rti_submission.send"
          onClick={() => setAsked('send')}
        >
          {facts.status === 'rejected' ? 'Send again' : 'Send to HMRC'}
        </Button>
      )}
      <ConfirmAction
        open={asked === 'send'}
        onClose={() => setAsked(null)}
        label="Send to HMRC"
        description={`${facts.human_id} goes to HMRC as it is. It cannot be taken back.`}
        onConfirm={async () => (await send.run({ id: row.id })) !== undefined}
      />
      {asked === 'file' && (
        <VerbModal
          title={`Record the filing of ${facts.human_id}`}
          description="File the downloaded file with your filing program first. HMRC’s receipt shows the mark of this file."
          action_id="transaction.rti_submission.file_outside"
          fixed={{ id: row.id }}
          fields={[{ kind: 'text', name: 'receipt', label: 'Receipt', required: true, max: 64 }]}
          submit="Record"
          success={`${facts.human_id} is filed`}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'take_back' && (
        <VerbModal
          title={`HMRC does not have ${facts.human_id}`}
          description="Ask HMRC first: if it has this return, record the filing with its receipt instead."
          action_id="transaction.rti_submission.take_back"
          fixed={{ id: row.id }}
          fields={[{ kind: 'area', name: 'reason', label: 'Reason', required: true, max: 2000 }]}
          submit="Take back"
          success={`${facts.human_id} may be sent again`}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Faults({ row }: { row: ListRow }) {
  const { category } = useSession()
  const faults = row.faults as readonly Fault[] // As the build keeps them.
  if (faults.length === 0) return null
  return (
    <Card title="To put right" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="To put right, rows" tabIndex={0}>
        <Table heads={['Worker', 'Finding']}>
          {faults.map(({ name, sentence, contractor_id }) => (
            <tr key={`${name} ${sentence}`}>
              <Td>
                {contractor_id === undefined ? (
                  name
                ) : (
                  <Link to={pathOf({ category, path: 'business/contractor', id: contractor_id })}>
                    {name}
                  </Link>
                )}
              </Td>
              <Td>{sentence}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}

type HmrcError = {
  readonly number: string
  readonly name: string
  readonly text: string
  readonly location: string
}

/** HMRC's errors beside the worker that their location names. */
function Errors({ row }: { row: ListRow }) {
  const errors = row.errors as readonly HmrcError[] // As the job keeps them.
  if (errors.length === 0) return null
  return (
    <Card title="Rejected by HMRC" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the scrolling region must be reachable by keyboard. */}
      <section className="scroll-quiet overflow-x-auto" aria-label="Rejected by HMRC, rows" tabIndex={0}>
        <Table heads={['Worker', 'Error', 'Number', 'Location']}>
          {errors.map(({ number, name, text, location }) => (
            <tr key={`${number} ${location} ${text}`}>
              <Td>{name}</Td>
              <Td>{text}</Td>
              <Td>{number}</Td>
              <Td className="text-n11">{location}</Td>
            </tr>
          ))}
        </Table>
      </section>
    </Card>
  )
}
