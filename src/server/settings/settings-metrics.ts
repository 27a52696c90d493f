/** Settings of the address of the metrics. */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { isOn, LOOPBACK, onOff, pemIn } from './settings-kinds.ts'

export type MetricsAddress = {
  readonly host: string
  readonly port: number
  /** Readers send it as bearer token; null = anybody who reaches the address. */
  readonly token: string | null
  /** PEM texts; null = plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Set by the operator, so another program on the port is a fault. */
  readonly isAsked: boolean
}

export const metricsEnvironment = {
  METRICS_ADDRESS: z
    .string()
    .refine((text) => text === 'off' || (URL.canParse(`http://${text}`) && /^[^/@\s]+:\d+$/.test(text)), {
      error: 'is no address; write host:port like 127.0.0.1:9464, or off',
    })
    .optional(),
  METRICS_TOKEN_FILE: z.string().optional(),
  METRICS_CERT_FILE: z.string().optional(),
  METRICS_KEY_FILE: z.string().optional(),
  METRICS_INSECURE: onOff.default('off'),
}
type Environment = z.infer<z.ZodObject<typeof metricsEnvironment>>

const METRICS_PORT = 9464

/** `host:port`; without a setting the usual port of this machine alone. */
export function metricsAddress(
  { METRICS_ADDRESS, METRICS_TOKEN_FILE, METRICS_CERT_FILE, METRICS_KEY_FILE, METRICS_INSECURE }: Environment,
  faults: string[],
): MetricsAddress | null {
  if (METRICS_ADDRESS === 'off') return null
  const { hostname, port } = new URL(`http://${METRICS_ADDRESS ?? `127.0.0.1:${METRICS_PORT}`}`)
  if (METRICS_TOKEN_FILE === undefined && !LOOPBACK.includes(hostname))
    faults.push(
      'METRICS_ADDRESS is reachable from other machines; set METRICS_TOKEN_FILE to a file with a long random text, or listen on 127.0.0.1',
    )
  const tls = tlsOf(METRICS_CERT_FILE, METRICS_KEY_FILE, faults)
  if (!LOOPBACK.includes(hostname) && METRICS_CERT_FILE === undefined && !isOn(METRICS_INSECURE))
    faults.push(
      'METRICS_ADDRESS is reachable from other machines without TLS; set METRICS_CERT_FILE and METRICS_KEY_FILE, or METRICS_INSECURE=on in a network of its own',
    )
  return {
    tls,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || METRICS_PORT),
    token: METRICS_TOKEN_FILE === undefined ? null : tokenIn(METRICS_TOKEN_FILE, faults),
    isAsked: METRICS_ADDRESS !== undefined,
  }
}

function tlsOf(
  cert_file: string | undefined,
  key_file: string | undefined,
  faults: string[],
): MetricsAddress['tls'] {
  if (cert_file === undefined && key_file === undefined) return null
  if (cert_file === undefined || key_file === undefined) {
    faults.push('METRICS_CERT_FILE and METRICS_KEY_FILE belong together; set both')
    return null
  }
  return {
    cert: pemIn('METRICS_CERT_FILE', cert_file, 'CERTIFICATE', faults),
    key: pemIn('METRICS_KEY_FILE', key_file, 'PRIVATE KEY', faults),
  }
}

const TOKEN_LENGTH_MIN = 16

function tokenIn(file: string, faults: string[]): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (text.length < TOKEN_LENGTH_MIN)
    faults.push(`METRICS_TOKEN_FILE names no file with at least ${TOKEN_LENGTH_MIN} characters; write one`)
  return text
}
