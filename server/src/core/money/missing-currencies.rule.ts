/** Returns the installation's currencies that are missing from a list. */
export function missingCurrencies<Code extends string>(
  started: readonly Code[],
  currencies: readonly string[],
): Code[] {
  return started.filter((code) => !currencies.includes(code))
}
