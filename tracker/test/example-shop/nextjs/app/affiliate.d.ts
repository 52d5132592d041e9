interface Window {
  affiliate: { consent(isGiven: boolean): void; signup(customerKey: string): void }
}
