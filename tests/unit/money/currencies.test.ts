import { describe, expect, it } from 'vitest'
import {
  Currency,
  currencies,
  currencyByAcronym,
  defaultAcronym,
  findCurrency,
  smallestCentsOf,
} from '../../../shared/platform/money/currencies.ts'
import {
  findPaymentMethod,
  paymentMethods,
} from '../../../shared/platform/money/payment-methods.ts'
import { isUuid } from '../../../shared/uuid.ts'

/** The contract's list of acronyms and symbols. */
const contract = `
AED=د.إ AFN=؋ ALL=L AMD=֏ ANG=ƒ AOA=Kz ARS=$ AUD=A$ AWG=ƒ AZN=₼ BAM=KM BBD=Bds$ BDT=৳ BGN=лв BHD=.د.ب BIF=FBu BMD=$ BND=B$ BOB=Bs BRL=R$ BSD=B$ BTC=₿ BTN=Nu. BWP=P
BYN=Br BZD=BZ$ CAD=CA$ CDF=FC CHF=CHF CLP=CLP$ CNY=¥ COP=CO$ CRC=₡ CUP=₱ CVE=Esc CZK=Kč DJF=Fdj DKK=kr DOP=RD$ DZD=دج EGP=E£ ERN=Nfk ETB=Br EUR=€ FJD=FJ$ FKP=£ FOK=kr GBP=£
GEL=₾ GGP=£ GHS=₵ GIP=£ GMD=D GNF=FG GTQ=Q GYD=GY$ HKD=HK$ HNL=L HRK=kn HTG=G HUF=Ft IDR=Rp ILS=₪ IMP=£ INR=₹ IQD=ع.د IRR=﷼ ISK=kr JEP=£ JMD=J$ JOD=د.ا JPY=¥
KES=KSh KGS=с KHR=៛ KID=KI$ KMF=CF KPW=₩ KRW=₩ KWD=د.ك KYD=CI$ KZT=₸ LAK=₭ LBP=ل.ل LKR=Rs LRD=L$ LSL=L LYD=ل.د MAD=د.م. MDL=L MGA=Ar MKD=ден MMK=K MNT=₮ MOP=MOP$ MRU=UM
MUR=₨ MVR=Rf MWK=MK MXN=$ MYR=RM MZN=MT NAD=N$ NGN=₦ NIO=C$ NOK=kr NPR=₨ NZD=NZ$ OMR=ر.ع. PAB=B/. PEN=S/ PGK=K PHP=₱ PKR=₨ PLN=zł PYG=₲ QAR=ر.ق RON=lei RSD=дин RUB=₽
RWF=FRw SAR=﷼ SBD=SI$ SCR=₨ SDG=ج.س. SEK=kr SGD=S$ SHP=£ SLE=Le SLL=Le SOS=Sh SRD=SR$ SSP=£ STN=Db SVC=₡ SYP=£ SZL=E THB=฿ TJS=ЅМ TMT=m TND=د.ت TOP=T$ TRY=₺ TTD=TT$
TVD=TV$ TWD=NT$ TZS=TSh UAH=₴ UGX=USh USD=$ UYU=$U UZS=so'm VES=Bs. VND=₫ VUV=VT WST=WS$ XAF=FCFA XCD=EC$ XOF=CFA XPF=CFP YER=﷼ ZAR=R ZMW=ZK ZWL=Z$
`

const distinct = (key: keyof Currency) =>
  new Set(currencies.map((each) => each[key])).size

describe('currencies', () => {
  it('are the 164 currencies and symbols of the contract, and those that came since', () => {
    const listed = contract.trim().split(/\s+/)
    expect(listed).toHaveLength(164)
    const since = ['XCG=Cg', 'ZWG=ZiG']
    expect(currencies.map(({ acronym, symbol }) => `${acronym}=${symbol}`)).toEqual(
      [...listed, ...since].sort(),
    )
  })

  it('have unique acronyms and ids', () => {
    expect(distinct('acronym')).toBe(166)
    expect(distinct('id')).toBe(166)
    for (const currency of currencies) {
      expect(Currency.parse(currency)).toEqual(currency)
      expect(isUuid(currency.id)).toBe(true)
      expect(currency.id[14]).toBe('4')
    }
  })

  it('have no decimals where ISO 4217 says so, and two where it has three', () => {
    const whole = currencies.filter(({ fractionDigits }) => fractionDigits === 0)
    expect(whole.map(({ acronym }) => acronym).join(' ')).toBe(
      'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    )
    for (const acronym of ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND', 'BTC']) {
      expect(currencyByAcronym(acronym).fractionDigits).toBe(2)
    }
    expect(whole.map(smallestCentsOf)).toEqual(whole.map(() => 100))
    expect(smallestCentsOf(currencyByAcronym('KWD'))).toBe(1)
  })

  it('keep the fixed ids', () => {
    expect(currencyByAcronym('MXN').id).toBe('beb95c15-cdcb-47c3-beba-5a47f360b999')
    expect(currencyByAcronym('USD').id).toBe('bccfc932-d89b-477a-b65b-04f97cae4aae')
    expect(currencyByAcronym('BTC').id).toBe('5562cbb7-3e26-4811-ac57-21e6edc53265')
    expect(defaultAcronym).toBe('MXN')
  })

  it('have a country only if a single country issues them', () => {
    const withoutCountry = currencies.filter(({ countryCode }) => countryCode === null)
    expect(withoutCountry.map(({ acronym }) => acronym)).toEqual([
      'ANG',
      'BTC',
      'EUR',
      'XAF',
      'XCD',
      'XCG',
      'XOF',
      'XPF',
    ])
    for (const { countryName, countryCode } of currencies) {
      expect(countryName === null).toBe(countryCode === null)
    }
  })

  it('have the code of an existing country, with which the acronym begins', () => {
    const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    for (const { acronym, countryCode } of currencies) {
      if (countryCode === null) continue
      expect(regions.of(countryCode), acronym).toBeDefined()
      expect(acronym.slice(0, 2)).toBe(countryCode)
    }
  })

  it('are found by id and by exact acronym', () => {
    for (const currency of currencies) {
      expect(findCurrency(currency.id)).toBe(currency)
      expect(currencyByAcronym(currency.acronym)).toBe(currency)
    }
    expect(findCurrency('nothing')).toBeUndefined()
    for (const acronym of ['mxn', ' MXN', 'XXX', '', '__proto__']) {
      expect(() => currencyByAcronym(acronym)).toThrow(
        expect.objectContaining({ kind: 'currencyNotFound', details: { acronym } }),
      )
    }
  })
})

describe('payment methods', () => {
  it('are Cash, Credit Card, Debit Card, BTC and Bank Transfer', () => {
    expect(paymentMethods).toEqual([
      { id: '32332081-7a2b-4e67-a198-fddf2451f426', name: 'Cash' },
      { id: '6440df5d-c76c-4074-9256-dd2dccf8a50b', name: 'Credit Card' },
      { id: '0b571243-2143-4afc-a728-f6e5c4e8a9e1', name: 'Debit Card' },
      { id: '3ae8f71e-954a-4795-8531-368354c67ede', name: 'BTC' },
      { id: '82a6def9-eb44-43f9-9507-9a61a3361f92', name: 'Bank Transfer' },
    ])
    expect(findPaymentMethod('3ae8f71e-954a-4795-8531-368354c67ede')?.name).toBe('BTC')
    expect(findPaymentMethod('nothing')).toBeUndefined()
  })
})
