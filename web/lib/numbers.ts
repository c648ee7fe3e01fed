const whole = new Intl.NumberFormat('en-US')
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const change = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** '1,204' */
export const formatCount = (number: number) => whole.format(number)
/** '61.5', or '61' without decimals. */
export const formatDecimal = (number: number) => oneDecimal.format(number)
/** '+4', '−2.5', '0', with a real minus sign. */
export const formatChange = (number: number) => change.format(number).replace('-', '\u2212')
/** '44%' of 44. */
export const formatPercent = (number: number) => `${formatCount(Math.round(number))}%`
/** 'DKK 5,000', '£38.50': a currency of ISO 4217, without the decimals of a whole amount. */
export const formatMoney = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount)

const mebi = 1024 * 1024

/** '640 KB', '12.4 MB', '480 MB'. */
export function formatBytes(bytes: number) {
  if (bytes < mebi) return `${Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1024))} KB`
  const size = bytes / mebi
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} MB`
}
