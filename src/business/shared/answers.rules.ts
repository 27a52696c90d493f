/** Shapes that the answers of actions share. */
import { z } from 'zod'

/** Money: units of the currency with two decimals, as text. */
export const moneyText = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ examples: ['1250.00'] })
