/** The fields of each step of a contractor's own part, and their summary. */
import { Fragment } from 'react'
import { asksVatNumber } from '#business/parties/company.rules.ts'
import { isInsurance } from '#business/parties/compliance/insurance.rules.ts'
import {
  asksInsurance,
  asksSelfBilling,
  type DetailsStep,
  type DetailsView,
  hasOwnCompany,
  isAbroad,
  type LinkFile,
  selfBillingTerms,
  signedWords,
  step_labels,
  type Typed,
} from '#business/parties/self-service/party-link.rules.ts'
import type { FieldErrors } from '#kernel/errors.ts'
import { dayText } from '#web/kinds/time.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DayPicker } from '#web/ui/DayPicker.tsx'
import { Checkbox, type Option, Radios, Select, TextInput } from '#web/ui/inputs.tsx'
import { FilesSummary } from './DetailsFiles.tsx'

type DetailsField = {
  readonly name: string
  readonly label: string
  readonly kind?: 'text' | 'day' | 'choice' | 'radios' | 'check'
  readonly options?: readonly Option[]
  readonly required?: boolean
  readonly numeric?: boolean
  readonly autoComplete?: string
  readonly hint?: string
  /** Chosen until the person chooses. */
  readonly fallback?: string
  readonly max?: number
  readonly when?: (values: Typed) => boolean
}

const genders = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

const ways = [
  { value: 'paye', label: 'Payroll (PAYE)' },
  { value: 'limited', label: 'My limited company' },
  { value: 'selfemployed', label: 'Self-employed' },
]

const places = [
  { value: 'uk', label: 'In the United Kingdom' },
  { value: 'abroad', label: 'Abroad' },
]
const isInUk = (values: Typed): boolean => !isAbroad(values)

const asksVat = (values: Typed): boolean => hasOwnCompany(values) && asksVatNumber(values)

const fields: Readonly<Record<DetailsStep, readonly DetailsField[]>> = {
  you: [
    { name: 'first_name', label: 'First name', required: true, autoComplete: 'given-name' },
    { name: 'last_name', label: 'Last name', required: true, autoComplete: 'family-name' },
    { name: 'date_of_birth', label: 'Date of birth', kind: 'day', required: true },
    { name: 'ni_number', label: 'National Insurance number', max: 20, hint: 'Such as AB123456C' },
    {
      name: 'gender',
      label: 'Gender',
      kind: 'choice',
      options: genders,
      hint: 'Needed if you have no National Insurance number',
    },
    {
      name: 'utr',
      label: 'Unique Tax Reference',
      max: 20,
      numeric: true,
      hint: 'If you have one: 10 digits',
    },
  ],
  address: [
    { name: 'line_1', label: 'Address line 1', required: true, autoComplete: 'address-line1' },
    { name: 'line_2', label: 'Address line 2', autoComplete: 'address-line2' },
    { name: 'city', label: 'City', required: true, autoComplete: 'address-level2' },
    { name: 'zipcode', label: 'Postcode', max: 20, autoComplete: 'postal-code' },
  ],
  payment: [
    { name: 'payment_type', label: 'Payment type', kind: 'radios', options: ways, required: true },
    { name: 'name', label: 'Name of the company', required: true, when: hasOwnCompany },
    { name: 'brn', label: 'Company number', max: 10, when: hasOwnCompany },
    { name: 'is_vat_registered', label: 'Registered for VAT', kind: 'check', when: hasOwnCompany },
    { name: 'vat_registration_no', label: 'VAT number', max: 20, when: asksVat },
    {
      name: 'agrees_self_billing',
      label: 'I agree to self-billing',
      kind: 'check',
      when: asksSelfBilling,
    },
    {
      name: 'company_line_1',
      label: 'Company address line 1',
      hint: 'Leave empty if it is your own',
      when: hasOwnCompany,
    },
    { name: 'company_line_2', label: 'Company address line 2', when: hasOwnCompany },
    { name: 'company_city', label: 'Company city', when: hasOwnCompany },
    { name: 'company_zipcode', label: 'Company postcode', max: 20, when: hasOwnCompany },
  ],
  papers: [],
  bank: [
    { name: 'account_holder_name', label: 'Account holder name', required: true, autoComplete: 'name' },
    { name: 'bank_name', label: 'Bank name', required: true },
    { name: 'account_is', label: 'The account is', kind: 'radios', options: places, fallback: 'uk' },
    { name: 'sort_code', label: 'Sort code', required: true, numeric: true, max: 8, when: isInUk },
    { name: 'account_number', label: 'Account number', required: true, numeric: true, max: 10, when: isInUk },
    { name: 'iban', label: 'IBAN', required: true, max: 42, when: isAbroad },
    { name: 'swift_code', label: 'SWIFT or BIC code', max: 11, when: isAbroad },
  ],
  check: [{ name: 'signature', label: 'Your full name', required: true, autoComplete: 'name' }],
}

/** The shown fields of a step; none where the agency has named the company. */
export const fieldsOf = (
  step: DetailsStep,
  values: Typed,
  through: string | null,
): readonly DetailsField[] =>
  step === 'payment' && through !== null ? [] : fields[step].filter(({ when }) => when?.(values) ?? true)

export function DetailsFields({
  step,
  values,
  set,
  errors,
  view: { through, today, agency },
}: {
  step: DetailsStep
  values: Typed
  set: (changes: Typed) => void
  errors: FieldErrors
  view: DetailsView
}) {
  return (
    <div className="flex flex-col gap-3">
      {step === 'payment' && through !== null && (
        <p>
          You are paid through {through}. If that is wrong, tell {agency}.
        </p>
      )}
      {step === 'check' && <p>{signedWords(values, agency)}</p>}
      {fieldsOf(step, values, through).map((field) => (
        <Fragment key={field.name}>
          <DetailsInput
            field={field}
            value={values[field.name]}
            today={today}
            error={errors[field.name]}
            onChange={(value) => set({ [field.name]: value })}
          />
          {field.name === 'agrees_self_billing' && <SelfBillingTerms agency={agency} />}
        </Fragment>
      ))}
    </div>
  )
}

/** Right below its tick, to be read before it is set. */
export const SelfBillingTerms = ({ agency }: { agency: string }) => (
  <div className="flex flex-col gap-1 text-n11">
    <p>Self-billing means:</p>
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {selfBillingTerms(agency).map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ul>
    <p>Without it you are paid without VAT.</p>
  </div>
)

function DetailsInput({
  field: { kind = 'text', name, label, options = [], required = false, hint, fallback, max, ...typing },
  value,
  today,
  error,
  onChange,
}: {
  field: DetailsField
  value: string | boolean | undefined
  today: string
  error: string | undefined
  onChange: (value: string | boolean) => void
}) {
  const common = { label, value: String(value ?? fallback ?? ''), onChange, error, hint, required }
  switch (kind) {
    case 'day':
      return <DayPicker {...common} max={today} />
    case 'choice':
      return <Select {...common} options={options} placeholder="Not given" />
    case 'radios':
      return (
        <>
          <Radios legend={label} name={name} value={common.value} onChange={onChange} options={options} />
          {error && (
            <p role="alert" className="text-12 text-red11">
              {error}
            </p>
          )}
        </>
      )
    case 'check':
      return <Checkbox label={label} checked={value === true} onChange={onChange} />
    case 'text':
      return (
        <TextInput
          {...common}
          maxLength={max ?? 200}
          {...(typing.numeric ? { inputMode: 'numeric' as const } : {})}
          {...(typing.autoComplete ? { autoComplete: typing.autoComplete } : {})}
        />
      )
  }
}

const shownOf = ({ kind, options = [] }: DetailsField, value: string | boolean): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'day') return dayText(value)
  return options.find((one) => one.value === value)?.label ?? value
}

export function DetailsSummary({
  values,
  files,
  steps,
  view: { through, insurances },
  onChange,
}: {
  values: Typed
  files: readonly LinkFile[]
  steps: readonly DetailsStep[]
  view: DetailsView
  onChange: (step: number) => void
}) {
  return (
    <>
      {steps.slice(0, -1).map((step, at) => (
        <section key={step} className="flex flex-col gap-1">
          <div className="flex items-center justify-between gap-2">
            <h2 className="font-medium">{step_labels[step]}</h2>
            <Button onClick={() => onChange(at)}>Change</Button>
          </div>
          {step === 'payment' && through !== null && <p>Through {through}</p>}
          {step === 'papers' && (
            <FilesSummary
              files={files.filter(({ type }) => !isInsurance(type) || asksInsurance(values, through))}
              currency_code={insurances[0]?.currency ?? 'GBP'}
            />
          )}
          <dl className="grid grid-cols-2 gap-x-3 gap-y-1">
            {fieldsOf(step, values, through)
              .filter(({ name }) => values[name] !== undefined && values[name] !== '')
              .map((field) => (
                <div key={field.name} className="contents">
                  <dt className="text-n11">{field.label}</dt>
                  <dd className="wrap-anywhere">{shownOf(field, values[field.name] ?? '')}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </>
  )
}
