/** The provider names its product that an agency or a funder has taken. */
import { useState } from 'react'
import { useSession } from '#web/core/session.ts'
import { VerbModal } from '#web/form/VerbModal.tsx'
import type { ListRow } from '#web/list/model/list.ts'
import { Button } from '#web/ui/Button.tsx'
import { isOneOf, provider_staff } from '../../shared/who-may.rules.ts'

export function SetProduct({ business: { id, name, product } }: { business: ListRow }) {
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!isOneOf(session, { provider: provider_staff })) return null
  return (
    <>
      <Button verb="business.business.set_product" onClick={() => setOpen(true)}>
        Product
      </Button>
      {isOpen && (
        <VerbModal
          title={`Product of ${String(name)}`}
          description="The lists of the provider are filtered by it."
          action_id="business.business.set_product"
          fixed={{ business_id: id }}
          initial={{ product: typeof product === 'string' ? product : '' }}
          fields={[{ kind: 'text', name: 'product', label: 'Product', hint: 'As your price list names it' }]}
          submit="Save"
          success={`Product of ${String(name)} saved`}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
