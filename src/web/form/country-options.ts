/** The choice of a country, by name: its code is sent, and the name follows it. */
import { allCountries } from '#kernel/country.ts'

export const country_options = allCountries().map(({ name, code }) => ({ value: code, label: name }))
