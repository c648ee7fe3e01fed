import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function networks(...all: string[]) {
  const list = new BlockList()
  for (const it of all) {
    const [address = '', bits] = it.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

/** This machine, its own network segment, and the services by which clouds tell a machine its keys. */
const here = networks(
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3'],
  ...['100.100.100.200/32', '168.63.129.16/32'],
  ...['::/128', '::1/128', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128'],
)
/** Networks that are a house's own. */
const ofTheHouse = networks(
  ...['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16'],
  '198.18.0.0/15',
)
/** Addresses of the sixth version that the world can reach, without those that stand for one of the fourth. */
const world = networks('2000::/3')
const wrapped = networks('2001::/32', '2002::/16')

/** Whether nobody but this machine and its neighbours mean anything by an address: no form may name it. */
export const isHere = (address: string) => here.check(address, familyOf(address))

/** Whether an address lies in the world, and in no network of one's own. */
export function isPublic(address: string) {
  if (familyOf(address) === 'ipv4') return !isHere(address) && !ofTheHouse.check(address)
  return world.check(address, 'ipv6') && !wrapped.check(address, 'ipv6')
}
