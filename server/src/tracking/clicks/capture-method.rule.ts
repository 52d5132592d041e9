import { CAPTURE_METHODS, type CaptureMethod } from '../../core/enums.ts'

/**
 * Returns how a click sent to the API was captured.
 * @param site the `Sec-Fetch-Site` header. Scripts can't set it, and a proxy on the merchant's site forwards it:
 *   `same-origin` means that the browser sent the click to the page's own origin. Safari has sent it since version
 *   16.4, and all browsers send it only over HTTPS.
 */
export function captureMethod(site: string | string[] | undefined): CaptureMethod {
  return site === 'same-origin' ? 'server_set' : 'script'
}

/** Returns the stored number; undefined, which takes no space, for `script`. */
export function captureMethodNumber(method: CaptureMethod): number | undefined {
  return CAPTURE_METHODS.indexOf(method) || undefined
}
