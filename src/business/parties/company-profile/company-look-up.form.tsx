/** Companies at Companies House, found by number or name, to fill a profile with. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { labelOf } from '#entity/choices.ts'
import { countText } from '#kernel/count-text.ts'
import { errorText } from '#kernel/messages.ts'
import { reasonOf } from '#kernel/refusal.ts'
import { call } from '#web/core/call.ts'
import { tellFailure } from '#web/core/tell-failure.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { canTakeOn, standingOf } from '../company-status.rules.ts'
import { askedOf } from './company-look-up.rules.ts'

export interface FoundCompany {
  readonly number: string
  readonly name: string
  readonly status: string
  readonly status_detail: string
  readonly type: string
  readonly sic_codes: readonly string[]
  readonly address: {
    readonly line_1: string
    readonly line_2: string
    readonly city: string
    readonly state: string
    readonly zipcode: string
    readonly country: string
    readonly country_code: string
  }
}
interface Found {
  readonly items: readonly FoundCompany[]
  readonly notice?: string
}

/** The values that a found company fills. */
export type FilledProfile = Omit<FoundCompany['address'], 'country'> & {
  readonly name: string
  readonly brn: string
}

export function CompanyLookUp({ onUse }: { onUse: (profile: FilledProfile, company: FoundCompany) => void }) {
  const [typed, setTyped] = useState('')
  const find = useMutation({
    mutationFn: (words: string) => call<Found>('/api/permission/companyHouse', askedOf(words)),
    onSuccess: ({ items, notice }) => announce(notice ?? countText(items.length, 'hit')),
    onError: tellFailure,
  })
  const isAskable = typed.trim().length >= 2
  const use = (company: FoundCompany) => {
    const { country: _, ...address } = company.address
    onUse({ name: company.name, brn: company.number, ...address }, company)
    find.reset()
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextInput
            label="Find at Companies House"
            value={typed}
            onChange={setTyped}
            maxLength={160}
            placeholder="Number or name"
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (isAskable) find.mutate(typed.trim())
            }}
          />
        </div>
        <Button
          disabledReason={isAskable ? null : 'Type two letters first'}
          busy={find.isPending}
          onClick={() => find.mutate(typed.trim())}
        >
          Find
        </Button>
      </div>
      {find.data && <Hits found={find.data} onUse={use} />}
    </div>
  )
}

function Hits({ found, onUse }: { found: Found; onUse: (company: FoundCompany) => void }) {
  if (found.items.length === 0) return <p className="text-n11">{found.notice ?? errorText.no_records}</p>
  return (
    <ul className="max-h-60 overflow-y-auto rounded border">
      {found.items.map((company) => (
        <li key={company.number} className="flex items-center gap-3 border-b px-3 py-1.5 last:border-b-0">
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p>{company.name}</p>
            <p className="text-12 text-n11">
              {[company.number, labelOf(company.status), company.address.line_1, company.address.zipcode]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </div>
          <Button
            size="sm"
            aria-label={`Use ${company.name}`}
            disabledReason={reasonOf(canTakeOn(company.name, standingOf(company)))}
            onClick={() => onUse(company)}
          >
            Use
          </Button>
        </li>
      ))}
    </ul>
  )
}
