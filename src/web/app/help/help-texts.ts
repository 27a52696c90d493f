import type { Category } from '#entity/access.ts'
import agency from '../../../../docs/help/agency.md?raw'
import client from '../../../../docs/help/client.md?raw'
import contractor from '../../../../docs/help/contractor.md?raw'
import funder from '../../../../docs/help/funder.md?raw'
import provider from '../../../../docs/help/provider.md?raw'
import { type HelpText, helpText } from './help-text.ts'

export const help_texts: Readonly<Record<Category, HelpText>> = {
  agency: helpText(agency),
  client: helpText(client),
  contractor: helpText(contractor),
  funder: helpText(funder),
  provider: helpText(provider),
}

/** Addresses of the figures by the name of their file. */
const files: Readonly<Record<string, string>> = import.meta.glob('../../../../docs/help/figures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
export const figureAddress = (name: string, width: 1280 | 390): string | undefined =>
  files[`../../../../docs/help/figures/${name}-${width}.webp`]
