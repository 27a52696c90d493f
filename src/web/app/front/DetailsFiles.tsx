/** Files that a contractor adds by their link. Each is kept at once, so another phone shows it too. */
import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Insurance, isInsurance } from '#business/parties/compliance/insurance.rules.ts'
import {
  type AskedInsurance,
  type DetailsView,
  LINK_FILES_MAX,
  type LinkFile,
  type LinkPaper,
  type OwnPaper,
} from '#business/parties/self-service/party-link.rules.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { currency, displayMoney, parseMoney } from '#kernel/money.ts'
import { FileControl, upload_hint } from '#web/blocks/FileControl.tsx'
import { CallError, callByLink } from '#web/core/call.ts'
import { upload } from '#web/core/upload.ts'
import { dayText } from '#web/kinds/time.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { Fault } from './FrontPage.tsx'

const asked: readonly { readonly type: OwnPaper; readonly label: string; readonly hint: string }[] = [
  { type: 'identity', label: 'Identity', hint: 'Your passport or driving licence' },
  {
    type: 'right_to_work',
    label: 'Right to work',
    hint: 'Your passport, permit, or the page of your share code',
  },
]
const insurance_labels = {
  professional_indemnity: 'Professional indemnity',
  public_liability: 'Public liability',
} as const satisfies Record<Insurance, string>
const paperLabel = (type: LinkPaper): string =>
  isInsurance(type) ? insurance_labels[type] : (asked.find((one) => one.type === type)?.label ?? type)

/** `professional.pdf, £1,000,000.00 until 3 Mar 2027` */
function fileText({ file_name, sum_insured, valid_to }: LinkFile, currency_code: string): string {
  if (sum_insured === null || valid_to === null) return file_name
  return `${file_name}, ${displayMoney(parseMoney(sum_insured, currency(currency_code)))} until ${dayText(valid_to)}`
}

export function DetailsFiles({
  token,
  view: { agency, today },
  insurances,
  files,
  onChange,
}: {
  token: string
  view: DetailsView
  insurances: readonly AskedInsurance[]
  files: readonly LinkFile[]
  onChange: (change: (files: readonly LinkFile[]) => readonly LinkFile[]) => void
}) {
  const [fault, setFault] = useState('')
  const remove = async ({ id }: LinkFile) => {
    setFault('')
    try {
      await callByLink('/api/details/remove_file', token, { id })
      onChange((now) => now.filter((one) => one.id !== id))
    } catch (error) {
      setFault(error instanceof CallError ? error.message : 'Please try again.')
    }
  }
  return (
    <div className="flex flex-col gap-5">
      <p>{agency} sees your files once you have sent your details. You can also bring them later.</p>
      {asked.map(({ type, label, hint }) => (
        <section key={type} className="flex flex-col gap-2">
          <h2 className="font-medium">{label}</h2>
          <p className="text-n11">{hint}</p>
          <FileList files={files.filter((one) => one.type === type)} onRemove={(file) => void remove(file)} />
          {files.length < LINK_FILES_MAX && (
            <FileControl<LinkFile>
              label={`Add a file: ${label}`}
              hint={upload_hint}
              send={(file, on) =>
                upload('/api/details/file', { fields: { type }, file, link_token: token, ...on })
              }
              onDone={(made) => onChange((now) => [...now.filter(({ id }) => id !== made.id), made])}
            />
          )}
        </section>
      ))}
      {insurances.map((insurance) => (
        <InsuranceFiles
          key={insurance.type}
          insurance={insurance}
          agency={agency}
          today={today}
          files={files.filter((one) => one.type === insurance.type)}
          is_full={files.length >= LINK_FILES_MAX}
          send={(file, policy, on) =>
            upload('/api/details/file', {
              fields: { type: insurance.type, ...policy },
              file,
              link_token: token,
              ...on,
            })
          }
          onAdded={(made) => onChange((now) => [...now.filter(({ id }) => id !== made.id), made])}
          onRemove={(file) => void remove(file)}
        />
      ))}
      {fault && <Fault>{fault}</Fault>}
    </div>
  )
}

function FileList({
  files,
  currency_code = 'GBP',
  onRemove,
}: {
  files: readonly LinkFile[]
  currency_code?: string
  onRemove: (file: LinkFile) => void
}) {
  if (files.length === 0) return null
  return (
    <ul className="flex flex-col">
      {files.map((file) => (
        <li key={file.id} className="flex min-h-12 items-center gap-2">
          <Paperclip size={14} aria-hidden className="shrink-0 text-n10" />
          <span className="min-w-0 flex-1 wrap-anywhere">{fileText(file, currency_code)}</span>
          <IconButton icon={Trash2} label={`Remove ${file.file_name}`} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  )
}

type Policy = { readonly sum_insured: string; readonly valid_to: string }

/** A policy with its sum and last day: a file without them counts for nothing. */
function InsuranceFiles({
  insurance: { type, least, currency: currency_code },
  agency,
  today,
  files,
  is_full,
  send,
  onAdded,
  onRemove,
}: {
  insurance: AskedInsurance
  agency: string
  today: string
  files: readonly LinkFile[]
  is_full: boolean
  send: (
    file: File,
    policy: Policy,
    on: { readonly onProgress: (part: number) => void; readonly signal: AbortSignal },
  ) => Promise<LinkFile>
  onAdded: (file: LinkFile) => void
  onRemove: (file: LinkFile) => void
}) {
  const [policy, setPolicy] = useState<Policy>({ sum_insured: '', valid_to: '' })
  const [errors, setErrors] = useState<FieldErrors>({})
  const label = insurance_labels[type]
  const change = (changes: Partial<Policy>) => {
    setPolicy((now) => ({ ...now, ...changes }))
    setErrors({})
  }
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">{label}</h2>
      <p className="text-n11">
        The insurance of your company. {agency} asks for at least {least}.
      </p>
      <FileList files={files} currency_code={currency_code} onRemove={onRemove} />
      {!is_full && (
        <>
          <TextInput
            label={`Sum insured in ${currency_code}`}
            value={policy.sum_insured}
            error={errors.sum_insured}
            inputMode="decimal"
            maxLength={15}
            onChange={(sum_insured) => change({ sum_insured })}
            required
          />
          <DayPicker
            label="Last day of the policy"
            value={policy.valid_to}
            error={errors.valid_to}
            min={today}
            onChange={(valid_to) => change({ valid_to })}
            required
          />
          <FileControl<LinkFile>
            label={`Add a file: ${label}`}
            hint={upload_hint}
            send={async (file, on) => {
              try {
                return await send(file, policy, on)
              } catch (error) {
                if (!(error instanceof CallError) || !(error.errors.sum_insured || error.errors.valid_to))
                  throw error
                setErrors(error.errors)
                throw new CallError(error.code, 'Enter the sum and the last day, then choose the file again.')
              }
            }}
            onDone={onAdded}
          />
        </>
      )}
    </section>
  )
}

export function FilesSummary({
  files,
  currency_code,
}: {
  files: readonly LinkFile[]
  currency_code: string
}) {
  if (files.length === 0) return <p className="text-n11">No files.</p>
  return (
    <dl className="grid grid-cols-2 gap-x-3 gap-y-1">
      {files.map((file) => (
        <div key={file.id} className="contents">
          <dt className="text-n11">{paperLabel(file.type)}</dt>
          <dd className="wrap-anywhere">{fileText(file, currency_code)}</dd>
        </div>
      ))}
    </dl>
  )
}
