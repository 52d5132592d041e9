import ipaddr from 'ipaddr.js'

/**
 * Returns the network that rate limits treat as one address: the IPv4 address, or the IPv6 /64, the smallest network
 * that a subscriber gets.
 */
export function toNetwork(address: string): string {
  const ip = removePort(address)
  if (!ip.includes(':') || !ipaddr.IPv6.isValid(ip)) return ip
  const parsedAddress = ipaddr.process(ip)
  if (parsedAddress instanceof ipaddr.IPv4) return parsedAddress.toString()
  const groups = parsedAddress.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** Removes the client's port, which some proxies append and which differs for each connection. */
function removePort(address: string): string {
  return (
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address
  )
}
