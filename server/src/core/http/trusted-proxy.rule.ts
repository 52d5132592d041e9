import ipaddr from 'ipaddr.js'

/**
 * Whether the peer of a connection is a proxy in front of the service, by `TRUST_PROXY`: with a number of hops, or `true`,
 * every peer is one; with a list of addresses, those that it names.
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
    // A socket of both families shows an IPv4 peer as ::ffff:10.0.0.1.
    const address = ipaddr.process(peer)
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  }
}
