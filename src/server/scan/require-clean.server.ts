/** Uploaded files are scanned before anything of them is stored (ASVS V5.4.3). */
import type { Viewer } from '#entity/access.ts'
import { invalid } from '#kernel/errors.ts'
import { UnavailableError } from '../failure.ts'
import type { HttpContext } from '../http/http-context.ts'
import { uploadText } from '../http/upload-kinds.ts'
import { findVirus, ScannerDown } from './clamd.ts'

/** A file that was not scanned is not stored: its readers trust the scan. */
class NotScanned extends UnavailableError {
  override readonly retry_after_seconds = 30
}

/** @throws invalid for a file with a virus, UnavailableError where the scanner is set up and does not answer */
export async function requireClean(
  { settings, security, log }: Pick<HttpContext, 'settings' | 'security' | 'log'>,
  { user_id, business_id }: Pick<Viewer, 'user_id' | 'business_id'>,
  bytes: Uint8Array,
): Promise<void> {
  if (settings.clamd === null) return
  const found = await findVirus(settings.clamd, bytes).catch((error: unknown) => {
    if (!(error instanceof ScannerDown)) throw error
    log.error({ err: error }, 'an upload could not be scanned')
    throw new NotScanned(uploadText.not_scanned, { cause: error })
  })
  if (found === null) return
  await security.note({ kind: 'file_refused', outcome: 'blocked', user_id, business_id, says: found })
  throw invalid({ file: uploadText.infected })
}
