import { textsIn } from '../../parts/preferences.tsx'
import { languages } from './languages.ts'

const useWords = textsIn(languages)

/** The words of a part of the till in the language that was chosen. */
export const useTexts = () => useWords().shell
export const useApprovalTexts = () => useWords().approval
export const useCatalogueTexts = () => useWords().catalogue
export const useDisplayTexts = () => useWords().display
export const usePastSalesTexts = () => useWords().pastSales
export const usePaymentTexts = () => useWords().payment
export const useSellTexts = () => useWords().sell
export const useSetUpTexts = () => useWords().setUp
export const useShiftsTexts = () => useWords().shifts
export const useTablesTexts = () => useWords().tables
