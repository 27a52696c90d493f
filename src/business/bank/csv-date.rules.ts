/** How days are written in CSV files of banks. Apart from what reads such files, so that a browser loads no reader for a choice. */
export const csv_date_formats = [
  'DD/MM/YYYY',
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD MMM YYYY',
  'YYYYMMDD',
  'DD/MM/YY',
] as const
export type CsvDateFormat = (typeof csv_date_formats)[number]
