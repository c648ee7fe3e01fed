import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Loopback, link-local and multicast addresses, and those where clouds hand out a machine's keys; in IPv6 also the prefixes
 * that wrap an IPv4 address (NAT64, Teredo, 6to4). BlockList itself looks into `::ffff:0:0/96`.
 */
const local = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'],
  ...['100.100.100.200/32', '168.63.129.16/32'],
  ...['::/128', '::1/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128'],
  ...['64:ff9b::/96', '2001::/32', '2002::/16'],
]) {
  const [address = '', bits] = network.split('/')
  local.addSubnet(address, Number(bits), familyOf(address))
}

/** Whether an address leads to this machine, its network segment or a metadata service: no form may name it. */
export const isLocal = (address: string) => local.check(address, familyOf(address))
