import { useSession } from '#web/core/session.ts'
import { useFileStep, withoutFile } from '#web/form/file-step.tsx'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { currencies } from '../../shared/form-choices.view.ts'
import { check_methods } from '../compliance/compliance.rules.ts'
import { isInsurance } from '../compliance/insurance.rules.ts'
import type { PaperLink, PaperRead } from './papers.view.ts'

/** Papers with a method of checking: the paper itself was seen, or the Home Office confirmed it. */
const with_method: readonly string[] = ['right_to_work', 'identity']

export function AddPaper({
  link,
  paper,
  onClose,
}: {
  link: PaperLink
  paper: PaperRead
  onClose: () => void
}) {
  const { today } = useSession()
  const step = useFileStep('platform.compliance.upload', 'platform.document')
  const has_method = with_method.includes(paper.type)
  // An opt-out counts until it is withdrawn.
  const is_notice = paper.type === 'conduct_opt_out'
  return (
    <VerbModal
      title={`Add ${paper.label}`}
      description="Another person checks it."
      action_id="platform.compliance.upload"
      fixed={{
        type: paper.type,
        ...(link.service_id === null ? { business_id: link.business_id } : { service_id: link.service_id }),
      }}
      initial={{ valid_from: today, currency: 'GBP' }}
      send={step.send}
      check={step.check}
      input={withoutFile}
      fields={[
        { kind: 'custom', name: 'file', label: 'File', render: step.render },
        paper.agencies.length > 0 && {
          kind: 'choice',
          name: 'agency_id',
          label: 'Agency',
          hint: 'It counts for one agency.',
          options: paper.agencies.map(({ id, name }) => ({ value: id, label: name })),
          required: true,
        },
        has_method && {
          kind: 'choice',
          name: 'method',
          label: 'Seen how',
          options: check_methods,
          required: paper.type === 'right_to_work',
        },
        { kind: 'text', name: 'reference', label: has_method ? 'Reference or share code' : 'Reference' },
        isInsurance(paper.type) && {
          kind: 'choice',
          name: 'currency',
          label: 'Currency',
          options: currencies,
          required: true,
        },
        isInsurance(paper.type) && {
          kind: 'money',
          name: 'sum_insured',
          label: 'Sum insured',
          currency: (values) => values.currency,
          required: true,
        },
        { kind: 'day', name: 'valid_from', label: is_notice ? 'Given on' : 'From', required: true },
        !is_notice && {
          kind: 'day',
          name: 'valid_to',
          label: 'Until',
          hint: paper.type === 'right_to_work' ? 'Empty for List A alone.' : undefined,
        },
      ]}
      submit="Add"
      success={`${paper.label} is added`}
      onClose={onClose}
    />
  )
}
