/** Accessible names of the links and buttons that a visitor would click, in English. */
export const BUTTON_NAMES = {
  accept: /^(i )?(accept|agree|allow|ok(ay)?\b|got it)/i,
  signup:
    /^(?!.*\bwith\b)(?=.*\b(sign ?up|register|create (an |your )?account|get started|start (a |your )?free)\b)/i,
  checkout: /\b(buy|check ?out|order|subscribe|upgrade|purchase)\b(?!.*newsletter)/i,
  refund: /\brefund\b/i,
  /** Pages that a visitor may pass through to reach the others. */
  onTheWay: /^(pricing|plans|products?|shop|account|dashboard|billing)\b/i,
  submit:
    /\b(buy|pay|order|check ?out|subscribe|upgrade|purchase|sign ?up|register|create|get started|continue|confirm|refund|submit|send)\b/i,
} as const
