/** Headers and peer of a request. */
export interface ReceivedRequest {
  remoteAddress: string | undefined
  httpVersion: string
  headers: { host?: string | undefined; [name: string]: unknown }
}

/**
 * Whether a request came from this machine and not through a proxy on it. A proxy is recognized by a forwarding header,
 * the public host name, or HTTP/1.0, which nginx uses upstream. One with none of these is indistinguishable from a
 * local client.
 */
export function isLocalRequest({ remoteAddress, httpVersion, headers }: ReceivedRequest): boolean {
  if (!LOOPBACK_ADDRESS.test(remoteAddress ?? '')) return false
  if (httpVersion === '1.0' || !LOOPBACK_HOST.test(headers.host ?? '')) return false
  return !Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
}

const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/

const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

const PROXY_HEADERS =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-original-.+|x-real-ip|(?:x-)?(?:cluster-)?client-ip|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+|x-envoy-.+|x-amzn-.+|x-azure-.+|x-arr-.+)$/
