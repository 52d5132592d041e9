/** Formats basis points as an exact percentage: 2000 is `20%`, 1250 is `12.5%`. */
export function percentText(bps: number): string {
  const [whole, hundredths] = [Math.floor(bps / 100), bps % 100]
  const decimals = String(hundredths).padStart(2, '0').replace(/0+$/, '')
  return `${whole}${decimals === '' ? '' : `.${decimals}`}%`
}
