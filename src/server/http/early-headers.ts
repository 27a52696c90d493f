/**
 * Headers of answers before the hooks of the pages: while the product starts, to unreadable requests, and of the metrics.
 * Nothing is guessed or framed. The starting page names its own script and style itself.
 */
export function earlyHeaders(is_https: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    ...(is_https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

/** The headers of a refusal before the hooks: a page policy, no caching, and the id of its log line. */
export function refusalHeaders(is_https: boolean, request_id: string): Readonly<Record<string, string>> {
  return {
    ...earlyHeaders(is_https),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-request-id': request_id,
  }
}
