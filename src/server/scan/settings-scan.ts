/** Settings of the scanner of uploaded files. */
import { z } from 'zod'

/** Where ClamAV's daemon listens: a socket file, or host and port. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number }

export type ScanSettings = {
  /** null: uploads are not scanned. */
  readonly clamd: ClamdAddress | null
}

const address = z.string().transform((text, context): ClamdAddress => {
  if (text.startsWith('/')) return { path: text }
  const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[\w.-]+):(\d{1,5})$/i.exec(text) ?? []
  if (host !== '' && Number(port) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  context.addIssue({
    code: 'custom',
    message: 'is no address of clamd; write it like /run/clamav/clamd.ctl or 127.0.0.1:3310',
  })
  return z.NEVER
})

export const scanEnvironment = { CLAMD_ADDRESS: address.optional() }

export const scanOf = (env: z.infer<z.ZodObject<typeof scanEnvironment>>): ScanSettings => ({
  clamd: env.CLAMD_ADDRESS ?? null,
})
