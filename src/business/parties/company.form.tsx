/** The profile that stands on a business's documents (spec §3, Company). */
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { SubmitByEnter } from '#web/form/SubmitByEnter.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox, TextInput } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'

export interface Company {
  readonly name: string
  readonly brn: string | null
  readonly is_vat_registered: boolean
  readonly vat_registration_no: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly website: string | null
  readonly logo_attachment_id: string | null
  readonly address: Address | null
}

interface Address {
  readonly line_1: string
  readonly line_2: string | null
  readonly line_3: string | null
  readonly line_4: string | null
  readonly city: string | null
  readonly state: string | null
  readonly zipcode: string | null
  readonly country: string
  readonly country_code: string
  readonly complete_address: string | null
}

const company_fields = ['name', 'brn', 'vat_registration_no', 'email', 'phone', 'website'] as const
const address_fields = [
  'line_1',
  'line_2',
  'line_3',
  'line_4',
  'city',
  'state',
  'zipcode',
  'country',
  'country_code',
] as const
type CompanyField = (typeof company_fields)[number]
type AddressField = (typeof address_fields)[number]
type Texts = Readonly<Record<CompanyField | AddressField, string>>

function textsOf(company: Company): Texts {
  const { address } = company
  return {
    ...Object.fromEntries(company_fields.map((name) => [name, company[name] ?? ''])),
    ...Object.fromEntries(address_fields.map((name) => [name, address?.[name] ?? ''])),
  } as Texts // Every field of both lists once.
}

/** An empty field is one that is not given; a mandatory one goes out empty, so that its word stands under it. */
function given<F extends keyof Texts>(texts: Texts, names: readonly F[], always: readonly F[]): object {
  return Object.fromEntries(
    names.flatMap((name) =>
      texts[name].trim() === '' && !always.includes(name) ? [] : [[name, texts[name].trim()]],
    ),
  )
}

export function CompanyForm({
  business_id,
  company,
  may_change_registration,
  onClose,
}: {
  business_id: string
  company: Company
  /** False: the registered name and number are shown and not changed. */
  may_change_registration: boolean
  onClose: () => void
}) {
  const [texts, setTexts] = useState<Texts>(() => textsOf(company))
  const [is_vat_registered, setVat] = useState(company.is_vat_registered)
  const save = useAction('business.company.update', { success: 'The profile was saved', onDone: onClose })
  const field = (
    name: CompanyField | AddressField,
    label: string,
    more: { required?: boolean; disabled?: boolean; hint?: string; max?: number } = {},
  ) => (
    <TextInput
      label={label}
      required={more.required ?? false}
      disabled={more.disabled ?? false}
      hint={more.hint}
      maxLength={more.max ?? 200}
      value={texts[name]}
      onChange={(text) => {
        save.clearErrors()
        setTexts((now) => ({ ...now, [name]: text }))
      }}
      error={save.errors[name] ?? save.errors[`address.${name}`]}
    />
  )
  const submit = () =>
    void save.run({
      business_id,
      ...given(texts, company_fields, ['name']),
      is_vat_registered,
      address: given(texts, address_fields, ['line_1']),
    })
  const fixed = may_change_registration ? {} : { disabled: true, hint: 'Your provider changes this.' }
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title="Edit profile"
      description="It stands on documents from now on. What is issued keeps the words it was issued with."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" busy={save.busy} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 tablet:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {field('name', 'Registered name', { required: true, ...fixed })}
        {field('brn', 'Registration number', { max: 8, ...fixed })}
        <div className="self-end">
          <Checkbox label="Registered for VAT" checked={is_vat_registered} onChange={setVat} />
        </div>
        {field('vat_registration_no', 'VAT registration number', { required: is_vat_registered, max: 20 })}
        {field('email', 'Email')}
        {field('phone', 'Phone', { max: 30 })}
        {field('website', 'Website')}
        {field('line_1', 'Address line 1', { required: true })}
        {field('line_2', 'Address line 2')}
        {field('line_3', 'Address line 3')}
        {field('line_4', 'Address line 4')}
        {field('city', 'City')}
        {field('state', 'County or state')}
        {field('zipcode', 'Postcode', { max: 20 })}
        {field('country', 'Country')}
        {field('country_code', 'Country code', { max: 2, hint: 'Two letters: GB.' })}
        <SubmitByEnter label="Save" />
      </form>
    </Modal>
  )
}
