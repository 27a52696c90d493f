/** Entering a document that stands alone: the agency's invoice, a supplier's bill, a fee of the provider. */

import { pathOf } from '#web/core/place.ts'
import { useSession } from '#web/core/session.ts'
import type { Made } from '#web/form/fields.ts'
import { VerbForm } from '#web/form/VerbForm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useGo } from '#web/ui/use-go.ts'
import { agency_field } from '../shared/form-choices.view.ts'
import type { SingleKind } from '../shared/invoice-types.rules.ts'
import { single_words } from './single-document.rules.ts'
import { singleFields } from './single-fields.view.ts'

function NewSingle({ kind }: { kind: SingleKind }) {
  const { category } = useSession()
  const go = useGo()
  const name = single_words[kind]
  return (
    <>
      <PageHeader
        title={`New ${name.toLowerCase()}`}
        back={{ to: pathOf({ category, path: `contract/${kind}` }), label: `${name}s` }}
      />
      <div className="max-w-200 px-4 pb-6">
        <VerbForm
          action_id={`contract.${kind}.create`}
          fields={[category === 'provider' && agency_field, ...singleFields(kind)]}
          initial={{ currency: 'GBP' }}
          submit="Save as draft"
          success={(made: Made) => `${made.human_id} is entered`}
          onDone={({ id }: Made) => go.replace(pathOf({ category, path: `contract/${kind}`, id }))}
        />
      </div>
    </>
  )
}

export const NewSalesInvoicePage = () => <NewSingle kind="sales_invoice" />
export const NewPurchaseLedgerPage = () => <NewSingle kind="purchase_ledger" />
export const NewAdhocFeePage = () => <NewSingle kind="adhoc_fee" />
