/** Returns the installation's currencies that a list lacks. */
export function missingCurrencies<Code extends string>(
  started: readonly Code[],
  currencies: readonly string[],
): Code[] {
  return started.filter((code) => !currencies.includes(code))
}
