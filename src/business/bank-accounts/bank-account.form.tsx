/** Bank details, entered or changed. Nothing is paid to them before a second person has confirmed them. */
import { useState } from 'react'
import { useAction } from '#web/core/use-action.ts'
import { SubmitByEnter } from '#web/form/SubmitByEnter.tsx'
import { useFirstFault } from '#web/form/use-first-fault.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select, TextInput } from '#web/ui/inputs.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import type { Account } from './bank-account.hook.ts'

const empty = {
  bank_name: '',
  account_holder_name: '',
  sort_code: '',
  account_number: '',
  iban: '',
  swift_code: '',
  ach_routing: '',
}
type Fields = typeof empty

/** An empty field is one that is not given. */
const given = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

export function BankAccountForm({
  business_id,
  changes,
  onClose,
}: {
  business_id: string
  /** The confirmed account that is changed; null for a first one. */
  changes: Account | null
  onClose: () => void
}) {
  const [fields, setFields] = useState<Fields>({
    ...empty,
    ...(changes ? { bank_name: changes.bank_name, account_holder_name: changes.account_holder_name } : {}),
  })
  const [currency, setCurrency] = useState('GBP')
  const unsaved = useUnsaved()
  const save = useAction(changes ? 'business.bank_account.update' : 'business.bank_account.create', {
    success: 'The bank account waits for a second person',
    onDone: () => {
      unsaved.clear()
      onClose()
    },
  })
  const form = useFirstFault(save.errors)
  const field = (name: keyof Fields, label: string, maxLength: number, required = false) => (
    <TextInput
      label={label}
      required={required}
      maxLength={maxLength}
      value={fields[name]}
      onChange={(text) => {
        save.clearErrors()
        setFields((now) => ({ ...now, [name]: text }))
      }}
      error={save.errors[name]}
    />
  )
  const submit = () =>
    void save.run({ ...(changes ? { id: changes.id } : { business_id, currency }), ...given(fields) })
  return (
    <Modal
      open
      onClose={onClose}
      size="md"
      title={changes ? 'Update bank account' : 'New bank account'}
      description={
        changes
          ? 'The account in use stays until somebody else has confirmed this one. Payments wait, and the payee is told at the addresses known now.'
          : 'It counts once somebody else has confirmed it.'
      }
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
        ref={form}
        onInput={unsaved.mark}
        className="grid gap-3 tablet:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {unsaved.guard}
        {field('account_holder_name', 'Account holder name', 200, true)}
        {field('bank_name', 'Bank name', 200, true)}
        {field('sort_code', 'Sort code', 8)}
        {field('account_number', 'Account number', 10)}
        {field('iban', 'IBAN', 42)}
        {field('swift_code', 'Swift code', 11)}
        {field('ach_routing', 'ACH routing number', 9)}
        {!changes && (
          <Select
            label="Currency"
            value={currency}
            onChange={setCurrency}
            options={['GBP', 'EUR', 'USD', 'SEK', 'PLN'].map((code) => ({ value: code, label: code }))}
            error={save.errors.currency}
          />
        )}
        <SubmitByEnter label="Save" />
      </form>
    </Modal>
  )
}
