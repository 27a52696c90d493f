/** The status determination statements of a placement through a limited company, with the contractor's disagreement. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { WhoMay } from '#entity/access.ts'
import { labelIn } from '#entity/choices.ts'
import { valueAt } from '#entity/path.ts'
import { category_roles, client_placement_roles } from '#entity/roles.ts'
import { Attachments } from '#web/blocks/Attachments.tsx'
import { graphql } from '#web/core/call.ts'
import { type Answer, gql } from '#web/core/query.ts'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { useFileStep, withoutFile } from '#web/form/file-step.tsx'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { dayText } from '#web/kinds/time.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { inside_words } from '../../shared/inside-ir35.rules.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { answerDueOn, can, determination_adders } from './determination.rules.ts'
import {
  answer_outcomes,
  determination_decisions,
  determination_statuses,
} from './status-determination.entity.ts'

const document = gql(`query determinations($id: uuid!) {
  statements: contract_status_determination(where: { contract_id: { _eq: $id } }, order_by: [{ round: desc }], limit: 20) {
    id status decision reasons determined_by determined_on comment
    disagreed_on disagreement answered_on answer_outcome answer
  }
}`)
type Statement = Answer<typeof document>['statements'][number]

const readers: WhoMay = { ...category_roles, client: client_placement_roles, funder: [] }

export function Determinations({ row }: { row: ListRow }) {
  const session = useSession()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const reads = isOneOf(session, readers)
  const key = ['determinations', row.id]
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => graphql(document, { id: row.id }, signal),
    enabled: reads,
  })
  const statements = data?.statements ?? []
  const is_limited = valueAt(row, 'payment_company.type') === 'limited'
  const is_asked =
    row.ir35_determined_by === 'client' || (is_limited && row.ir35_determined_by !== 'contractor')
  if (!reads || !data || (statements.length === 0 && !is_asked)) return null
  const onDone = () => void queries.invalidateQueries({ queryKey: key })
  return (
    <Card
      title="Status determination statement"
      actions={
        isOneOf(session, determination_adders) && (
          <Button icon={Plus} onClick={() => setAdding(true)}>
            Add statement
          </Button>
        )
      }
    >
      {holdsPay(row, statements) && session.category !== 'client' && (
        <p className="mb-3">
          Inside IR35, payments to the company wait for a pay run, which deducts tax and National Insurance
          from the fee. {inside_words.payroll}.
        </p>
      )}
      {statements.length === 0 && <p className="text-n11">The client has given no statement yet.</p>}
      <ul className="flex flex-col divide-y divide-n5">
        {statements.map((one) => (
          <li key={one.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <OneStatement statement={one} onDone={onDone} />
          </li>
        ))}
      </ul>
      {isAdding && <AddStatement row={row} onClose={() => setAdding(false)} onDone={onDone} />}
    </Card>
  )
}

/** The newest verified statement counts. A small client leaves the decision to the company. */
const holdsPay = (row: ListRow, statements: readonly Statement[]) =>
  valueAt(row, 'payment_company.type') === 'limited' &&
  row.ir35_determined_by !== 'contractor' &&
  statements.find(({ status }) => status === 'completed')?.decision === 'inside'

const tones: Readonly<Record<Statement['status'], Tone>> = {
  inprogress: 'attention',
  completed: 'positive',
  rejected: 'critical',
  withdrawn: 'neutral',
}

function OneStatement({ statement, onDone }: { statement: Statement; onDone: () => void }) {
  const session = useSession()
  const { status, decision, reasons, determined_by, determined_on, comment } = statement
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{labelIn(determination_decisions, decision)}</span>
        <Badge tone={tones[status]}>{labelIn(determination_statuses, status)}</Badge>
        <span className="text-n11">
          by {determined_by} on {dayText(determined_on)}
        </span>
      </div>
      <p className="wrap-anywhere">{reasons}</p>
      {comment !== null && <p className="text-n11 wrap-anywhere">Rejected: {comment}</p>}
      <Attachments
        title="File"
        entity="contract.status_determination"
        id={statement.id}
        open={status === 'inprogress' && isOneOf(session, determination_adders)}
        onAdded={onDone}
      />
      <Disagreement statement={statement} />
      <Steps statement={statement} onDone={onDone} />
    </>
  )
}

/** Its day, the day of the answer at the latest, and the answer. */
function Disagreement({ statement }: { statement: Statement }) {
  const { disagreed_on, disagreement, answered_on, answer_outcome, answer } = statement
  if (disagreed_on === null) return null
  return (
    <div className="flex flex-col gap-1">
      <p className="wrap-anywhere">
        <span className="font-medium">The contractor disagreed on {dayText(disagreed_on)}:</span>{' '}
        {disagreement}
      </p>
      {answered_on === null ? (
        <p className="text-n11">Answer due by {dayText(answerDueOn(disagreed_on))}</p>
      ) : (
        <p className="wrap-anywhere">
          <span className="font-medium">
            {labelIn(answer_outcomes, answer_outcome)}, answered on {dayText(answered_on)}:
          </span>{' '}
          {answer}
        </p>
      )}
    </div>
  )
}

const steps = ['reject', 'verify', 'disagree', 'answer'] as const
const step_labels = { reject: 'Reject', verify: 'Verify', disagree: 'Disagree', answer: 'Answer' } as const

function Steps({ statement, onDone }: { statement: Statement; onDone: () => void }) {
  const session = useSession()
  const [asking, setAsking] = useState<(typeof steps)[number] | null>(null)
  const verify = useAction('contract.status_determination.verify', { success: 'The statement is verified' })
  const reject = useAction('contract.status_determination.reject', {
    shows: ['comment'],
    success: 'The statement is rejected',
  })
  // The screen knows neither the file nor its adder; the server asks for both.
  const facts = { ...statement, uploaded_by: null, has_file: null }
  const open = steps.filter((step) => can[step](facts, session) === true)
  const close = () => setAsking(null)
  const { id } = statement
  return (
    <>
      {open.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {open.map((step) => (
            <Button
              key={step}
              tone={step === 'verify' ? 'primary' : 'secondary'}
              verb={`contract.status_determination.${step}`}
              busy={step === 'verify' && verify.busy}
              onClick={() => {
                if (step === 'verify') void verify.run({ id }).then(onDone)
                else setAsking(step)
              }}
            >
              {step_labels[step]}
            </Button>
          ))}
        </div>
      )}
      <ConfirmAction
        open={asking === 'reject'}
        onClose={close}
        label="Reject"
        description="Another statement is added instead."
        withComment="required"
        error={reject.errors.comment}
        onConfirm={async (comment) => {
          const done = await reject.run({ id, comment })
          onDone()
          return done !== undefined
        }}
      />
      {asking === 'disagree' && <Disagree id={id} onClose={close} onDone={onDone} />}
      {asking === 'answer' && <AnswerIt id={id} onClose={close} onDone={onDone} />}
    </>
  )
}

type Asked = { id: string; onClose: () => void; onDone: () => void }

const Disagree = ({ id, onClose, onDone }: Asked) => (
  <VerbModal
    title="Disagree with the statement"
    description="The client answers within 45 days."
    action_id="contract.status_determination.disagree"
    fixed={{ id }}
    fields={[{ kind: 'area', name: 'disagreement', label: 'Reasons', required: true, max: 2000 }]}
    submit="Disagree"
    success="The disagreement is noted"
    onClose={onClose}
    onDone={onDone}
  />
)

const AnswerIt = ({ id, onClose, onDone }: Asked) => (
  <VerbModal
    title="Answer the disagreement"
    description="A changed decision withdraws this statement. Add the new one afterwards."
    action_id="contract.status_determination.answer"
    fixed={{ id }}
    initial={{ answer_outcome: 'upheld' }}
    fields={[
      { kind: 'choice', name: 'answer_outcome', label: 'Outcome', options: answer_outcomes, required: true },
      { kind: 'area', name: 'answer', label: 'Reasons', required: true, max: 2000 },
    ]}
    submit="Answer"
    success="The disagreement is answered"
    onClose={onClose}
    onDone={onDone}
  />
)

function AddStatement({ row, onClose, onDone }: { row: ListRow; onClose: () => void; onDone: () => void }) {
  const { today } = useSession()
  const step = useFileStep('contract.status_determination.add', 'contract.status_determination')
  return (
    <VerbModal
      title="Add the status determination statement"
      description="Another person verifies it."
      action_id="contract.status_determination.add"
      fixed={{ contract_id: row.id }}
      initial={{ determined_on: today, decision: 'outside' }}
      send={step.send}
      check={step.check}
      input={withoutFile}
      fields={[
        { kind: 'custom', name: 'file', label: 'File', render: step.render },
        {
          kind: 'choice',
          name: 'decision',
          label: 'Decision',
          options: determination_decisions,
          required: true,
        },
        { kind: 'area', name: 'reasons', label: 'Reasons', required: true, max: 2000 },
        { kind: 'text', name: 'determined_by', label: 'Determined by', required: true },
        { kind: 'day', name: 'determined_on', label: 'Determined on', required: true, max: today },
      ]}
      submit="Add"
      success="The statement is added"
      onClose={onClose}
      onDone={onDone}
    />
  )
}
