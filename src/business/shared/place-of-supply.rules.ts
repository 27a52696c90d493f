/** A business client outside the United Kingdom; the Isle of Man counts as inside for VAT. */
export function isOverseas(country_code: string): boolean {
  return country_code !== 'GB' && country_code !== 'IM'
}
