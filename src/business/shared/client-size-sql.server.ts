/** The size of a client on a day; null where nobody stated it for the tax year. */
export const clientSizeSql = (client: string, on: string): string =>
  `(select z.size from business.client_size z where z.client_id = ${client} and z.deleted_at is null
     and ${on} >= make_date(z.tax_year, 4, 6) and ${on} < make_date(z.tax_year + 1, 4, 6))`
