/** Bank details, entered or changed. Nothing is paid to them before a second person has confirmed them. */
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import { currency_field } from '../shared/form-choices.view.ts'
import type { Account } from './bank-account.hook.ts'

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
  const { business, category } = useSession()
  const is_own = business_id === business.id
  // Only a provider has accounts that clients pay into.
  const has_purposes = changes === null && is_own && category === 'provider'
  return (
    <VerbModal
      size="md"
      columns={2}
      title={changes ? 'Update bank account' : 'New bank account'}
      description={
        changes
          ? 'Payments wait until a second person confirms these details. The payee gets a mail.'
          : 'Payments start once a second person confirms it.'
      }
      action_id={changes ? 'business.bank_account.update' : 'business.bank_account.create'}
      fixed={changes ? { id: changes.id } : { business_id }}
      initial={{
        account_holder_name: changes?.account_holder_name ?? (is_own ? business.name : ''),
        bank_name: changes?.bank_name ?? '',
        currency: 'GBP',
        ...(has_purposes ? { purpose: 'trust' } : {}),
      }}
      fields={[
        has_purposes && {
          kind: 'choice',
          name: 'purpose',
          label: 'Used for',
          options: [
            { value: 'trust', label: 'Money of clients (trust)' },
            { value: 'receipt', label: 'Receipts' },
            { value: 'payout', label: 'Payments to us' },
          ],
        },
        { kind: 'text', name: 'account_holder_name', label: 'Account holder name', required: true },
        { kind: 'text', name: 'bank_name', label: 'Bank name', required: true },
        { kind: 'text', name: 'sort_code', label: 'Sort code', max: 8 },
        { kind: 'text', name: 'account_number', label: 'Account number', max: 10 },
        { kind: 'text', name: 'iban', label: 'IBAN', max: 42 },
        { kind: 'text', name: 'swift_code', label: 'Swift code', max: 11 },
        { kind: 'text', name: 'ach_routing', label: 'ACH routing number', max: 9 },
        changes === null && currency_field,
      ]}
      submit="Save"
      success="A second person must confirm the bank account"
      onClose={onClose}
    />
  )
}
