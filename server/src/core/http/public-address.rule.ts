import ipaddr from 'ipaddr.js'

/**
 * Returns whether an IP address is on the public internet. Rejects everything else: loopback, private, link-local
 * (cloud metadata), shared, multicast, documentation, translation and tunnel ranges, and anything unknown.
 */
export function isPublicAddress(text: string): boolean {
  // Programs disagree on other IPv4 notations (octal, a single number).
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return false
  if (text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  const [global, ...rejected] = address.kind() === 'ipv4' ? IPV4 : IPV6
  return address.match(global) && !rejected.some((range) => address.match(range))
}

type Ranges = [global: Range, ...rejected: Range[]]
type Range = ReturnType<typeof ipaddr.parseCIDR>

// The library's list may be outdated, so critical ranges are repeated here.
const IPV4 = ranges(
  '0.0.0.0/0',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure metadata, within a public range
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
)

// Only 2000::/3 is allocated to the internet, which excludes mapped, NAT64, unique local, link-local and
// multicast addresses. Within it, Teredo and others (2001::/23) and 6to4 embed an IPv4 address.
const IPV6 = ranges('2000::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

function ranges(global: string, ...rejected: string[]): Ranges {
  return [ipaddr.parseCIDR(global), ...rejected.map((range) => ipaddr.parseCIDR(range))]
}
