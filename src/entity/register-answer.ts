/** The answer of Companies House about a number; both silences say why there is none. */
export type RegisterAnswer =
  | { readonly status: string; readonly status_detail: string }
  | 'not_found'
  | 'unavailable'
  | 'not_set_up'
