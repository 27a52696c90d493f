/** The documents of one paper, newest first, with their files and the steps of the reader. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { labelIn } from '#entity/choices.ts'
import { Attachments } from '#web/blocks/Attachments.tsx'
import { useSession } from '#web/core/session.ts'
import { useAction } from '#web/core/use-action.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { amountText } from '#web/kinds/amount.tsx'
import { dayText, instantText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmAction } from '#web/ui/ConfirmAction.tsx'
import { document as paper } from '../../platform/file.entity.ts'
import { isOneOf } from '../../shared/who-may.rules.ts'
import { check_methods, paper_adders, who } from '../compliance/compliance.rules.ts'
import type { PaperDocument } from './papers.view.ts'
import { WithdrawOptOut } from './withdraw-opt-out.form.tsx'

export function PaperDocuments({ type, documents }: { type: string; documents: readonly PaperDocument[] }) {
  return documents.length === 0 ? null : (
    <ul className="flex flex-col gap-3">
      {documents.map((document) => (
        <li key={document.id} className="flex flex-col gap-2">
          <OneDocument type={type} document={document} />
          {type === 'conduct_opt_out' && <WithdrawOptOut document={document} />}
        </li>
      ))}
    </ul>
  )
}

function wordsOf(document: PaperDocument): string {
  const {
    agency_name,
    valid_from,
    valid_to,
    method,
    reference,
    sum_insured,
    currency,
    uploaded_by_name,
    verified_by_name,
    status,
    files_removed_at,
  } = document
  const until = valid_to === null ? 'without end' : `until ${dayText(valid_to)}`
  return [
    labelIn(paper.fields.status.choices, status),
    agency_name === null ? '' : `for ${agency_name}`,
    valid_from === null ? until : `${dayText(valid_from)}, ${until}`,
    method === null ? '' : labelIn(check_methods, method),
    reference ?? '',
    sum_insured === null ? '' : `for ${amountText(sum_insured, currency)}`,
    uploaded_by_name === null ? '' : `added by ${uploaded_by_name}`,
    verified_by_name === null
      ? ''
      : `${status === 'rejected' ? 'rejected' : 'verified'} by ${verified_by_name}`,
    files_removed_at === null
      ? ''
      : `file deleted on ${instantText(files_removed_at)}, two years after the work`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function OneDocument({ type, document }: { type: string; document: PaperDocument }) {
  const session = useSession()
  const queries = useQueryClient()
  const [rejecting, setRejecting] = useState(false)
  const [verifying, setVerifying] = useState(false)
  const verify = useAction('platform.compliance.verify', { success: 'The document is verified' })
  const reject = useAction('platform.compliance.reject', {
    shows: ['comment'],
    success: 'The document is rejected',
  })
  const { id, status, comment } = document
  const is_open = status === 'inprogress'
  // Its contractor sent it: the check says how it was seen.
  const is_unseen = type === 'right_to_work' && document.method === null
  return (
    <>
      <p className="text-n11">{wordsOf(document)}</p>
      {comment && <p>{comment}</p>}
      <Attachments
        title="File"
        entity="platform.document"
        id={id}
        open={is_open && isOneOf(session, paper_adders)}
        onAdded={() => void queries.invalidateQueries({ queryKey: ['papers'] })}
      />
      {is_open && isOneOf(session, who.verify) && (
        <div className="flex flex-wrap gap-2">
          <Button
            disabledReason={document.reject_refusal}
            verb="platform.compliance.reject"
            onClick={() => setRejecting(true)}
          >
            Reject
          </Button>
          <Button
            tone="primary"
            verb="platform.compliance.verify"
            busy={verify.busy}
            disabledReason={document.verify_refusal}
            onClick={() => (is_unseen ? setVerifying(true) : void verify.run({ id }))}
          >
            Verify
          </Button>
        </div>
      )}
      {verifying && (
        <VerbModal
          title="Verify the right to work"
          action_id="platform.compliance.verify"
          fixed={{ id }}
          initial={{}}
          fields={[
            { kind: 'choice', name: 'method', label: 'Seen how', options: check_methods, required: true },
            { kind: 'text', name: 'reference', label: 'Reference or share code' },
            { kind: 'day', name: 'valid_to', label: 'Until', hint: 'Empty for List A alone.' },
          ]}
          submit="Verify"
          success="The document is verified"
          onDone={() => void queries.invalidateQueries({ queryKey: ['papers'] })}
          onClose={() => setVerifying(false)}
        />
      )}
      <ConfirmAction
        open={rejecting}
        onClose={() => setRejecting(false)}
        label="Reject"
        description="The person who added it adds another."
        withComment="required"
        error={reject.errors.comment}
        onConfirm={async (typed) => (await reject.run({ id, comment: typed })) !== undefined}
      />
    </>
  )
}
