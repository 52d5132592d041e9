import ipaddr from 'ipaddr.js'

/**
 * Returns a function that checks whether a peer is a trusted proxy according to `TRUST_PROXY`: every peer for a number of hops or
 * `true`, otherwise the listed addresses.
 */
export function trustedProxies(trustProxy: boolean | number | string): (peer: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return () => trustProxy > 0
  const networks = trustProxy.split(',').map((part) => {
    const text = part.trim()
    if (text.includes('/')) return ipaddr.parseCIDR(text)
    const address = ipaddr.parse(text)
    return [address, address.kind() === 'ipv4' ? 32 : 128] as const
  })
  return (peer) => {
    // A dual-stack socket represents an IPv4 peer as ::ffff:10.0.0.1.
    const address = ipaddr.process(peer)
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  }
}
