import ipaddr from 'ipaddr.js'

/** The network that counts as one address in a limit: an IPv4 address, or the /64 that an IPv6 subscriber owns at least. */
export function networkOf(address: string): string {
  const ip = withoutPort(address)
  if (!ip.includes(':') || !ipaddr.IPv6.isValid(ip)) return ip
  const known = ipaddr.process(ip)
  if (known instanceof ipaddr.IPv4) return known.toString()
  const groups = known.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}

/** Some proxies append the client's port, which differs for each of its connections. */
function withoutPort(address: string): string {
  return (
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address
  )
}
