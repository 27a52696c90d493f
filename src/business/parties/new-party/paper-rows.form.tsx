/** Documents of a new party with their files, which another person checks after the submission. */
import { Paperclip, Trash2 } from 'lucide-react'
import { Upload } from '#web/blocks/Upload.tsx'
import { useAction } from '#web/core/use-action.ts'
import { AddRow } from '#web/form/AddRow.tsx'
import type { FormPart } from '#web/form/fields.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { MoneyInput, Select, TextInput } from '#web/ui/inputs.tsx'
import { currencies } from '../../shared/form-choices.view.ts'
import { check_methods, type PaperType, paperOf } from '../compliance/compliance.rules.ts'
import { isInsurance } from '../compliance/insurance.rules.ts'
import { type MadeTerms, MakeTerms } from './made-terms.form.tsx'
import { emptyPaper, has_method, type TypedPaper } from './party-rows.rules.ts'

type Typed = { readonly papers: readonly TypedPaper[] }
type Props = {
  /** Offered for this party. */
  readonly types: readonly PaperType[]
  /** Absent: nothing is kept yet, so there is no place for a file. */
  readonly draft_id: string | undefined
  readonly part: FormPart<Typed>
  /** Absent: no paper of this party is made here. */
  readonly made?: MadeTerms | undefined
}

export function PaperRows({ types, draft_id, made, part: { values, update, set, errors } }: Props) {
  const { papers } = values
  const removal = useAction('platform.attachment.delete', { success: false })
  const put = (key: string, change: Partial<TypedPaper>) =>
    // An upload ends later than the keys that were typed meanwhile.
    update((now) => ({ papers: now.papers.map((one) => (one.key === key ? { ...one, ...change } : one)) }))
  const remove = (paper: TypedPaper) => {
    set({ papers: papers.filter(({ key }) => key !== paper.key) })
    if (paper.file_id !== '') void removal.run({ id: paper.file_id })
  }
  return (
    <div className="flex flex-col gap-4">
      {papers.map((paper, i) => (
        <fieldset key={paper.key} className="min-w-0 rounded-lg border p-3">
          <legend className="px-1 text-12 font-medium text-n11">Document {i + 1}</legend>
          <PaperFields
            paper={paper}
            types={types}
            of={(field) => errors[`papers.${i}.${field}`]}
            put={(change) => put(paper.key, change)}
          />
          <div className="mt-3 flex items-end justify-between gap-3">
            <div className="min-w-0 flex-1">
              <PaperFile
                paper={paper}
                draft_id={draft_id}
                made={paper.type === 'terms_of_business' ? made : undefined}
                error={errors[`papers.${i}.file_id`]}
                onFile={(file) => put(paper.key, file)}
              />
            </div>
            <IconButton icon={Trash2} label={`Remove document ${i + 1}`} onClick={() => remove(paper)} />
          </div>
        </fieldset>
      ))}
      <AddRow
        label="Add a document"
        isLastBlank={false}
        onAdd={() => set({ papers: [...papers, emptyPaper()] })}
      />
    </div>
  )
}

function PaperFields({
  paper,
  types,
  of,
  put,
}: {
  paper: TypedPaper
  types: readonly PaperType[]
  of: (field: string) => string | undefined
  put: (change: Partial<TypedPaper>) => void
}) {
  return (
    <div className="grid items-start gap-3 sideways:grid-cols-2">
      <Select
        label="Kind of document"
        required
        placeholder="Choose"
        options={types.map((type) => ({ value: type, label: paperOf(type).label }))}
        value={paper.type}
        onChange={(type) => put({ type })}
        error={of('type')}
      />
      {has_method.includes(paper.type) && (
        <Select
          label="Seen how"
          required={paper.type === 'right_to_work'}
          placeholder="Choose"
          options={check_methods}
          value={paper.method}
          onChange={(method) => put({ method })}
          error={of('method')}
        />
      )}
      <TextInput
        label={has_method.includes(paper.type) ? 'Reference or share code' : 'Reference of the document'}
        value={paper.reference}
        onChange={(reference) => put({ reference })}
        error={of('reference')}
      />
      {isInsurance(paper.type) && (
        <>
          <Select
            label="Currency"
            options={currencies}
            value={paper.currency}
            onChange={(currency) => put({ currency })}
            error={of('currency')}
          />
          <MoneyInput
            label="Sum insured"
            required
            currency={paper.currency}
            value={paper.sum_insured}
            onChange={(sum_insured) => put({ sum_insured })}
            error={of('sum_insured')}
          />
        </>
      )}
      <DayPicker
        label="From"
        hint="Empty for today."
        value={paper.valid_from}
        onChange={(valid_from) => put({ valid_from })}
        error={of('valid_from')}
      />
      <DayPicker
        label="Until"
        value={paper.valid_to}
        hint={paper.type === 'right_to_work' ? 'Empty for List A alone.' : undefined}
        onChange={(valid_to) => put({ valid_to })}
        error={of('valid_to')}
      />
    </div>
  )
}

function PaperFile({
  paper,
  draft_id,
  made,
  error,
  onFile,
}: {
  paper: TypedPaper
  draft_id: string | undefined
  made: MadeTerms | undefined
  error: string | undefined
  onFile: (file: Pick<TypedPaper, 'file_id' | 'file_name'>) => void
}) {
  if (paper.file_id !== '')
    return (
      <p className="flex min-h-11 items-center gap-2">
        <Paperclip size={14} aria-hidden className="shrink-0 text-n10" />
        <a
          href={`/api/storage/download?path=${encodeURIComponent(`${draft_id}/${paper.file_name}`)}`}
          download
          className="truncate text-a11 hover:underline"
        >
          {paper.file_name}
        </a>
      </p>
    )
  if (draft_id === undefined) return <p className="text-n11">Keeping the draft…</p>
  return (
    <>
      <Upload<{ id: string; file_name: string }>
        label="File"
        hint="png, jpg, pdf, docx, doc, eml, emlx, olm or msgw, up to 20 MB"
        path="/api/storage/upload"
        fields={(file) => ({ parent_entity: 'request.draft_request', path: `${draft_id}/${file.name}` })}
        onDone={({ id, file_name }) => onFile({ file_id: id, file_name })}
      />
      {made && <MakeTerms made={made} draft_id={draft_id} onFile={onFile} />}
      {error && (
        <p role="alert" className="text-12 text-red11">
          {error}
        </p>
      )}
    </>
  )
}
