/** A request as it came in: what stands in it, and from where. */
export interface ReceivedRequest {
  remoteAddress: string | undefined
  httpVersion: string
  headers: { host?: string | undefined; [name: string]: unknown }
}

/**
 * Whether a request was made on this machine, and not passed on by a proxy that runs on it. A proxy gives itself away by
 * a header of its trade, by the public name that was asked for, or by HTTP/1.0, which nginx speaks to what stands behind
 * it; one that hides all of that cannot be told from a caller of this machine.
 */
export function isOfThisMachine({ remoteAddress, httpVersion, headers }: ReceivedRequest): boolean {
  if (!LOOPBACK_ADDRESS.test(remoteAddress ?? '')) return false
  if (httpVersion === '1.0' || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => PASSED_ON.test(name))
}

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-)?(?:cluster-)?client-ip|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+|x-envoy-.+|x-amzn-.+|x-azure-.+|x-arr-.+)$/
