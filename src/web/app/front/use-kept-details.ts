/** Keeps what a contractor types by their link, for another sitting and another phone. */
import { useRef, useState } from 'react'
import { bank_names, type DetailsView, type Typed } from '#business/parties/self-service/party-link.rules.ts'
import { callByLink } from '#web/core/call.ts'
import { type KeptState, useTypedKeeper } from '#web/core/typed-keeper.ts'

export function useKeptDetails(token: string, view: DetailsView) {
  const [keeping, setKeeping] = useState<KeptState>('kept')
  const [stopped, setStopped] = useState('')
  const version = useRef(view.version)
  const keeper = useTypedKeeper<{ readonly values: Typed; readonly step: number }>(() => ({
    send: async ({ values, step }) => {
      const given = { ...partsOf(values), step, version: version.current }
      const answer = await callByLink<{ version: number }>('/api/details/save', token, given)
      version.current = answer.version
    },
    tell: setKeeping,
    stop: ({ message }) => setStopped(message),
  }))
  return { ...keeper, keeping, stopped }
}

/** The account lies apart: the agency does not read it. */
export function partsOf(values: Typed): { readonly values: Typed; readonly bank: Typed } {
  const isBank = ([name]: readonly [string, unknown]) => bank_names.some((one) => one === name)
  const typed = Object.entries(values).filter(([, value]) => value !== '')
  return {
    values: Object.fromEntries(typed.filter((entry) => !isBank(entry))),
    bank: Object.fromEntries(typed.filter(isBank)),
  }
}

export const bankOf = (values: Typed): { readonly bank: Typed } => ({ bank: partsOf(values).bank })
