/** The payee of contractors' work (spec §1, payment companies). */
import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { section } from '#web/form/section.tsx'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { currency_field } from '../../shared/form-choices.view.ts'
import { provider_staff } from '../../shared/who-may.rules.ts'
import { limited, payer, selfemployed, umbrella } from '../business-kinds.entity.ts'
import { NewParty } from './NewParty.tsx'
import { companyFaults } from './party-faults.rules.ts'
import { company_section, company_start, vat_fields, withCompany } from './party-fields.view.tsx'

type Kind = typeof limited | typeof umbrella | typeof selfemployed | typeof payer

function NewPaymentCompany({ kind }: { kind: Kind }) {
  const { category } = useSession()
  const go = useGo()
  const path = `business/${kind.name}`
  return (
    <NewParty
      title={`New ${kind.label.toLowerCase()}`}
      list={{ path, label: kind.plural }}
      who={{ provider: provider_staff }}
    >
      <VerbForm
        action_id="business.payment_company.create"
        fixed={{ type: kind.name }}
        fields={[...company_section, section('tax', 'VAT and currency'), ...vat_fields, currency_field]}
        initial={{ ...company_start, currency: 'GBP' }}
        check={companyFaults}
        input={withCompany}
        submit="Add company"
        success={({ human_id }: Made) => `${human_id} is added`}
        onDone={({ id }: Made) => go.replace(pathOf({ category, path, id }))}
      />
    </NewParty>
  )
}

export const NewLimitedPage = () => <NewPaymentCompany kind={limited} />
export const NewUmbrellaPage = () => <NewPaymentCompany kind={umbrella} />
export const NewSelfemployedPage = () => <NewPaymentCompany kind={selfemployed} />
export const NewPayerPage = () => <NewPaymentCompany kind={payer} />
