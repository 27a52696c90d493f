/** Date formats of banks' CSV files. In its own file, so that a browser choosing one loads no reader. */
export const csv_date_formats = [
  'DD/MM/YYYY',
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD MMM YYYY',
  'YYYYMMDD',
  'DD/MM/YY',
] as const
export type CsvDateFormat = (typeof csv_date_formats)[number]
