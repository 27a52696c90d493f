/** A warning: HMRC has the VAT number of a party under a name that is not alike. */
import { Banner } from '#web/blocks/Banner.tsx'

export const NameDiffers = ({ name, hmrc_name }: { name: string; hmrc_name: string }) => (
  <Banner lead="The names differ">
    HMRC has this VAT number for {hmrc_name}, and the party is {name}.
  </Banner>
)
