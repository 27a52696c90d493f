/** The address's own fields: the verb takes them apart, and names their faults `address.city`. */
export const address_names = [
  'line_1',
  'line_2',
  'line_3',
  'line_4',
  'city',
  'state',
  'zipcode',
  'country',
  'country_code',
] as const
