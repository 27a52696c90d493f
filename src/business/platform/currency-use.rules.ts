/** Currencies that are switched off take no new work, and none that is in use is switched off. Pure. */
import { countText } from '#kernel/count-text.ts'

export type CurrencyUse = {
  readonly alpha_code: string
  readonly name: string
  /** Active ones that have it as their own currency. */
  readonly businesses: number
  /** Neither rejected, cancelled nor over. */
  readonly placements: number
  readonly open_invoices: number
  /** All providers of the installation share its currencies. */
  readonly providers: number
}

/** The reason why the currency stays on; null without one. */
export function offRefusal({ alpha_code, name, ...use }: CurrencyUse): string | null {
  if (alpha_code === 'GBP') return `${name} stays on: payroll and tax are in it`
  if (use.providers > 1) return 'This installation has several providers: its currencies stay as they are'
  const counts = [
    use.businesses > 0 && countText(use.businesses, 'business', 'businesses'),
    use.placements > 0 && countText(use.placements, 'placement', 'placements'),
    use.open_invoices > 0 && countText(use.open_invoices, 'open invoice', 'open invoices'),
  ].filter((one) => one !== false)
  return counts.length === 0 ? null : `${name} is in use: ${counts.join(', ')}`
}
