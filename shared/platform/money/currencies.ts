import * as z from 'zod'
import { Failure } from '../../failure.ts'

export const usdId = 'bccfc932-d89b-477a-b65b-04f97cae4aae'

export const Currency = z
  .object({
    id: z.string().describe('Id of the record, a UUID'),
    acronym: z.string().describe('ISO 4217 or BTC, such as USD'),
    name: z.string().describe('Name in English, such as US Dollar'),
    symbol: z.string().describe('Sign before or after an amount, such as $'),
    countryName: z
      .string()
      .nullable()
      .describe('In English; null if no one country issues it'),
    countryCode: z.string().nullable().describe('ISO 3166-1 alpha-2'),
    fractionDigits: z
      .literal([0, 2])
      .describe('Digits after the point that amounts show; 2 also where ISO 4217 has 3'),
  })
  .meta({ id: 'Currency', description: 'A currency' })
export type Currency = z.infer<typeof Currency>

/**
 * Acronym, symbol, ISO 4217 name, ISO 3166-1 code and name of the one country that issues
 * it, id. An id never changes, because stored payments contain it.
 */
// biome-ignore format: one currency per line, as in the contract
const listing = [
  ['AED', 'د.إ', 'UAE Dirham', 'AE', 'United Arab Emirates', '2be6caab-47c9-459d-9c19-8e9f105f81b5'],
  ['AFN', '؋', 'Afghani', 'AF', 'Afghanistan', 'cfb387a7-391f-4cd5-9a5e-32bdbb27204b'],
  ['ALL', 'L', 'Lek', 'AL', 'Albania', '55f721db-9a8f-4576-aeb8-8bc2257280b3'],
  ['AMD', '֏', 'Armenian Dram', 'AM', 'Armenia', 'ca058ab5-d86c-4432-a7bf-91320fbda822'],
  ['ANG', 'ƒ', 'Netherlands Antillean Guilder', null, null, '11c701ef-ed4d-4125-b95b-5b203bb1523c'],
  ['AOA', 'Kz', 'Kwanza', 'AO', 'Angola', '8f91c65d-d786-46f0-adc3-ccbefd45c115'],
  ['ARS', '$', 'Argentine Peso', 'AR', 'Argentina', '6a4c3f59-f959-4504-a653-01ff0b2ecf4c'],
  ['AUD', 'A$', 'Australian Dollar', 'AU', 'Australia', 'f455826c-4cd1-43d4-9851-e07e9d5a1fe7'],
  ['AWG', 'ƒ', 'Aruban Florin', 'AW', 'Aruba', 'f84fd9a6-929a-487a-bc06-791b97648bdb'],
  ['AZN', '₼', 'Azerbaijan Manat', 'AZ', 'Azerbaijan', 'da838b24-ccf1-43af-9de4-deea9d2b6e87'],
  ['BAM', 'KM', 'Convertible Mark', 'BA', 'Bosnia and Herzegovina', '76622342-d1ef-4722-a264-bfe46a8a4ec8'],
  ['BBD', 'Bds$', 'Barbados Dollar', 'BB', 'Barbados', 'd6acb60b-3695-4521-b4be-c5fea51cba40'],
  ['BDT', '৳', 'Taka', 'BD', 'Bangladesh', '8594cbba-9298-4c21-b03d-feb41951bf56'],
  ['BGN', 'лв', 'Bulgarian Lev', 'BG', 'Bulgaria', '826fe108-ce18-40d7-9d87-045c1aed4489'],
  ['BHD', '.د.ب', 'Bahraini Dinar', 'BH', 'Bahrain', '19156136-c8b5-423d-8d1e-2135e80be344'],
  ['BIF', 'FBu', 'Burundi Franc', 'BI', 'Burundi', 'c495e375-594e-47c4-bcf1-d408d971810c'],
  ['BMD', '$', 'Bermudian Dollar', 'BM', 'Bermuda', '75597284-b048-400f-9059-b60b89d16eaf'],
  ['BND', 'B$', 'Brunei Dollar', 'BN', 'Brunei Darussalam', '4bedde8a-8e5e-402f-9768-562aeb45cb67'],
  ['BOB', 'Bs', 'Boliviano', 'BO', 'Bolivia', '6b77d16c-c133-47d3-9096-2522611ee84a'],
  ['BRL', 'R$', 'Brazilian Real', 'BR', 'Brazil', 'a6b40d45-cc58-4fbe-80c1-888e6951cfdd'],
  ['BSD', 'B$', 'Bahamian Dollar', 'BS', 'Bahamas', '566ba126-50b7-4416-ad5a-6b663077a318'],
  ['BTC', '₿', 'Bitcoin', null, null, '5562cbb7-3e26-4811-ac57-21e6edc53265'],
  ['BTN', 'Nu.', 'Ngultrum', 'BT', 'Bhutan', '1eda7c00-a321-4f50-9d20-d7482053d8db'],
  ['BWP', 'P', 'Pula', 'BW', 'Botswana', '74318313-986f-4702-8bf0-d17ace1923a6'],
  ['BYN', 'Br', 'Belarusian Ruble', 'BY', 'Belarus', '39f3783a-73ec-4002-ac94-515b555fcc9f'],
  ['BZD', 'BZ$', 'Belize Dollar', 'BZ', 'Belize', '457b0174-461e-4697-9ef6-7a1e6768f28f'],
  ['CAD', 'CA$', 'Canadian Dollar', 'CA', 'Canada', '5aa05a58-67a8-4373-a97e-6e644eff0283'],
  ['CDF', 'FC', 'Congolese Franc', 'CD', 'Democratic Republic of the Congo', '0ef9ece1-d75b-4cee-90db-3265576a25f3'],
  ['CHF', 'CHF', 'Swiss Franc', 'CH', 'Switzerland', '3b06c810-c818-41c6-8155-4342d5a9bb8c'],
  ['CLP', 'CLP$', 'Chilean Peso', 'CL', 'Chile', '39d80bcb-9ef8-4557-b045-f148f05450e1'],
  ['CNY', '¥', 'Yuan Renminbi', 'CN', 'China', '44972356-6505-47cf-95e9-a997137893b7'],
  ['COP', 'CO$', 'Colombian Peso', 'CO', 'Colombia', 'e7817aac-46c8-4a41-af72-bc55a430b95b'],
  ['CRC', '₡', 'Costa Rican Colon', 'CR', 'Costa Rica', 'be07899a-2944-47da-a25c-dcb442f99ce8'],
  ['CUP', '₱', 'Cuban Peso', 'CU', 'Cuba', '3dac0aef-31a4-4d77-a085-c965fa23e3a5'],
  ['CVE', 'Esc', 'Cabo Verde Escudo', 'CV', 'Cabo Verde', '4988b4b8-2d5c-48e7-9190-2b2f12d84025'],
  ['CZK', 'Kč', 'Czech Koruna', 'CZ', 'Czechia', 'b0e0d64a-2fa3-4a33-b3fb-4d9ce908e8e1'],
  ['DJF', 'Fdj', 'Djibouti Franc', 'DJ', 'Djibouti', '245a7ccc-3b44-4394-975e-e270ac58ecfd'],
  ['DKK', 'kr', 'Danish Krone', 'DK', 'Denmark', '8aa34258-9ad8-4171-b58a-73ab39528a4e'],
  ['DOP', 'RD$', 'Dominican Peso', 'DO', 'Dominican Republic', '87dec865-a40c-49a1-9cd7-4847404e463e'],
  ['DZD', 'دج', 'Algerian Dinar', 'DZ', 'Algeria', '7e0e087f-cdef-498b-8190-84f2562459f4'],
  ['EGP', 'E£', 'Egyptian Pound', 'EG', 'Egypt', '160ace66-b623-451d-9dd0-03a8d6f2817a'],
  ['ERN', 'Nfk', 'Nakfa', 'ER', 'Eritrea', '94032cb4-5593-4bbd-b4a3-057c95634ed0'],
  ['ETB', 'Br', 'Ethiopian Birr', 'ET', 'Ethiopia', '485239c3-58a3-4ba8-bfe4-fc07fef09319'],
  ['EUR', '€', 'Euro', null, null, '3baec54e-173f-493d-84c3-44039e90f653'],
  ['FJD', 'FJ$', 'Fiji Dollar', 'FJ', 'Fiji', '908d43c7-f487-490b-bd25-be9b02a25041'],
  ['FKP', '£', 'Falkland Islands Pound', 'FK', 'Falkland Islands', 'd05227c3-876b-409e-959e-2a96336ee555'],
  ['FOK', 'kr', 'Faroese Króna', 'FO', 'Faroe Islands', 'fb1755fa-b96d-4608-9256-18965e610bc8'],
  ['GBP', '£', 'Pound Sterling', 'GB', 'United Kingdom', '6ccaad12-4f57-4d71-a411-164864e2531e'],
  ['GEL', '₾', 'Lari', 'GE', 'Georgia', '4b448b50-fee4-4351-b0cc-74ef850ba26e'],
  ['GGP', '£', 'Guernsey Pound', 'GG', 'Guernsey', '8dedcbea-df7d-487a-9815-bda891744176'],
  ['GHS', '₵', 'Ghana Cedi', 'GH', 'Ghana', '46ba829f-6f5c-40fa-8262-0ffc4fa81aea'],
  ['GIP', '£', 'Gibraltar Pound', 'GI', 'Gibraltar', '49e3afc4-4917-4810-a451-c86c4c251841'],
  ['GMD', 'D', 'Dalasi', 'GM', 'Gambia', '95953c7f-c4c2-4dd6-a5fc-76870755cd82'],
  ['GNF', 'FG', 'Guinean Franc', 'GN', 'Guinea', '4b1f7371-9429-4e3d-b469-560f304c33c9'],
  ['GTQ', 'Q', 'Quetzal', 'GT', 'Guatemala', 'a95a6578-b1dd-4d76-9fcc-2d5190ead227'],
  ['GYD', 'GY$', 'Guyana Dollar', 'GY', 'Guyana', '41dcd35c-b86b-487c-9476-c9a10b0df77d'],
  ['HKD', 'HK$', 'Hong Kong Dollar', 'HK', 'Hong Kong', 'b77be138-b018-4d5f-8930-f8de00091094'],
  ['HNL', 'L', 'Lempira', 'HN', 'Honduras', '4b97bd29-5ee4-402d-b9b1-240be01158a0'],
  ['HRK', 'kn', 'Kuna', 'HR', 'Croatia', '0041de61-3bb9-44b2-a8b0-92a438c5af22'],
  ['HTG', 'G', 'Gourde', 'HT', 'Haiti', 'aec131ca-7857-44ad-a068-7bd40d3d0da1'],
  ['HUF', 'Ft', 'Forint', 'HU', 'Hungary', '01cb9cfa-09d8-475d-8c7e-4febb61bf059'],
  ['IDR', 'Rp', 'Rupiah', 'ID', 'Indonesia', '7456be06-e5e0-4df3-845f-5323a937a25f'],
  ['ILS', '₪', 'New Israeli Sheqel', 'IL', 'Israel', '1227cb52-5b23-4cfe-9c21-db403d7e8555'],
  ['IMP', '£', 'Isle of Man Pound', 'IM', 'Isle of Man', '66126a27-44a4-41b8-8d7e-de8d0d61f11f'],
  ['INR', '₹', 'Indian Rupee', 'IN', 'India', '21db3ee1-bf1d-45cf-8205-e4ef7e5d7c78'],
  ['IQD', 'ع.د', 'Iraqi Dinar', 'IQ', 'Iraq', '68a905e7-01c6-4f91-9a80-9552cf23dfa2'],
  ['IRR', '﷼', 'Iranian Rial', 'IR', 'Iran', '781e2b2c-3099-45e6-9f68-4e06a8266459'],
  ['ISK', 'kr', 'Iceland Krona', 'IS', 'Iceland', '8166e574-513d-4b4c-a5df-60e7ec12e174'],
  ['JEP', '£', 'Jersey Pound', 'JE', 'Jersey', '051536ff-1b37-4fc5-83ef-1dc711f3b567'],
  ['JMD', 'J$', 'Jamaican Dollar', 'JM', 'Jamaica', 'c4365e85-b009-4239-8821-52bde12890ab'],
  ['JOD', 'د.ا', 'Jordanian Dinar', 'JO', 'Jordan', '44642d72-15fe-4109-b200-3ae1ba4546fd'],
  ['JPY', '¥', 'Yen', 'JP', 'Japan', '009dcbd5-c1b5-4db3-896f-8fb95d641825'],
  ['KES', 'KSh', 'Kenyan Shilling', 'KE', 'Kenya', '3a6fe5fe-fd97-42e0-8200-debdbf2f1759'],
  ['KGS', 'с', 'Som', 'KG', 'Kyrgyzstan', '4854949c-950b-4ddc-9300-027582f750d6'],
  ['KHR', '៛', 'Riel', 'KH', 'Cambodia', '2e198498-8ad4-4935-bb9f-a5ac633540c9'],
  ['KID', 'KI$', 'Kiribati Dollar', 'KI', 'Kiribati', 'b77aa10c-d5fc-44ca-960f-fa5af599b5fe'],
  ['KMF', 'CF', 'Comorian Franc', 'KM', 'Comoros', '65b52ba9-83c4-460e-9401-3ed4a2c4145f'],
  ['KPW', '₩', 'North Korean Won', 'KP', 'North Korea', 'a3f4d809-0084-4f36-9b07-4e7b3ab21720'],
  ['KRW', '₩', 'Won', 'KR', 'South Korea', '93e35b38-7460-4d9c-9a8e-d40be49b2472'],
  ['KWD', 'د.ك', 'Kuwaiti Dinar', 'KW', 'Kuwait', 'd421efe7-1e3f-4efd-a9a4-47b1a85a9cd2'],
  ['KYD', 'CI$', 'Cayman Islands Dollar', 'KY', 'Cayman Islands', '6e92154f-c79e-49ee-a63a-123ce6dbe451'],
  ['KZT', '₸', 'Tenge', 'KZ', 'Kazakhstan', 'ac8875be-b6d9-4159-ae30-54c1f71b1723'],
  ['LAK', '₭', 'Lao Kip', 'LA', 'Laos', '0b7b8ba9-9028-4026-82f4-2399f62ad530'],
  ['LBP', 'ل.ل', 'Lebanese Pound', 'LB', 'Lebanon', 'ff254213-624f-4571-ba0f-49be3bfd0edf'],
  ['LKR', 'Rs', 'Sri Lanka Rupee', 'LK', 'Sri Lanka', 'ffd0fc2e-809e-43a5-af8f-ba463c872ada'],
  ['LRD', 'L$', 'Liberian Dollar', 'LR', 'Liberia', '5078e15b-3cf9-4258-aab5-dac9751a73a4'],
  ['LSL', 'L', 'Loti', 'LS', 'Lesotho', '214eb31c-32b7-4e7c-af98-bea6b4319ef1'],
  ['LYD', 'ل.د', 'Libyan Dinar', 'LY', 'Libya', '9388bcc3-9278-4dbc-ac9a-7ffe2bfbc66e'],
  ['MAD', 'د.م.', 'Moroccan Dirham', 'MA', 'Morocco', '95dbb435-1f0b-4688-a94e-8c6e3f789dfd'],
  ['MDL', 'L', 'Moldovan Leu', 'MD', 'Moldova', '9b1a6ec6-f036-4564-9d11-b0406a6f0fdb'],
  ['MGA', 'Ar', 'Malagasy Ariary', 'MG', 'Madagascar', '3c4066e3-010c-4324-9303-c584fd04f29c'],
  ['MKD', 'ден', 'Denar', 'MK', 'North Macedonia', 'dd45e06a-a36f-4855-96d5-3bf8f5b16df2'],
  ['MMK', 'K', 'Kyat', 'MM', 'Myanmar', '794fbf16-5f29-436e-bb8b-e53b933cedaf'],
  ['MNT', '₮', 'Tugrik', 'MN', 'Mongolia', '8631a94d-7a8e-4c4b-aabe-abb4f12a22b2'],
  ['MOP', 'MOP$', 'Pataca', 'MO', 'Macao', '5e4f029c-cffd-4097-bb26-46d7ecbdde2f'],
  ['MRU', 'UM', 'Ouguiya', 'MR', 'Mauritania', 'cd6172c1-8fe1-4ebf-9eff-a2b83729c263'],
  ['MUR', '₨', 'Mauritius Rupee', 'MU', 'Mauritius', '0a3bd1a3-1c9a-4f8d-aab6-1c3bfd489eb8'],
  ['MVR', 'Rf', 'Rufiyaa', 'MV', 'Maldives', '854569e9-956e-4f89-bfa4-9254cc7a731e'],
  ['MWK', 'MK', 'Malawi Kwacha', 'MW', 'Malawi', '5b29a204-02bd-4d28-95d8-fd255f8f8a30'],
  ['MXN', '$', 'Mexican Peso', 'MX', 'Mexico', 'beb95c15-cdcb-47c3-beba-5a47f360b999'],
  ['MYR', 'RM', 'Malaysian Ringgit', 'MY', 'Malaysia', 'c296ac27-885a-4643-bf32-5b1821d53d5c'],
  ['MZN', 'MT', 'Mozambique Metical', 'MZ', 'Mozambique', '0e65edbc-c533-4c58-9648-00687175fab6'],
  ['NAD', 'N$', 'Namibia Dollar', 'NA', 'Namibia', 'effa4d40-19e2-4295-8b4d-e96bd6d64196'],
  ['NGN', '₦', 'Naira', 'NG', 'Nigeria', '8186fc7b-3b8b-4850-9658-c166234d2824'],
  ['NIO', 'C$', 'Cordoba Oro', 'NI', 'Nicaragua', '95a59880-c093-4daa-a08e-838c2cc146d9'],
  ['NOK', 'kr', 'Norwegian Krone', 'NO', 'Norway', 'f225a5e5-b03a-4929-8d10-355d609bc5c2'],
  ['NPR', '₨', 'Nepalese Rupee', 'NP', 'Nepal', 'e4bc6e3f-5a24-463d-a8b5-bb901d902891'],
  ['NZD', 'NZ$', 'New Zealand Dollar', 'NZ', 'New Zealand', '20e07eaf-254f-4299-a5f8-802eb9a377ca'],
  ['OMR', 'ر.ع.', 'Rial Omani', 'OM', 'Oman', '85581b43-d9ae-44c0-b2c3-9426b68a9784'],
  ['PAB', 'B/.', 'Balboa', 'PA', 'Panama', '508cf341-3812-4e61-946e-3771f2cb1220'],
  ['PEN', 'S/', 'Sol', 'PE', 'Peru', '7cd4966b-7071-44a4-8b00-e14046c5547a'],
  ['PGK', 'K', 'Kina', 'PG', 'Papua New Guinea', 'cb9c6023-7ee3-4529-b9ed-1b35fd97f040'],
  ['PHP', '₱', 'Philippine Peso', 'PH', 'Philippines', '550229bc-c2f1-4126-8d48-dda2c65f895f'],
  ['PKR', '₨', 'Pakistan Rupee', 'PK', 'Pakistan', 'e5592c99-dd3f-4083-96b5-ad34b6420682'],
  ['PLN', 'zł', 'Zloty', 'PL', 'Poland', '74d41d1c-15b3-4e1c-a936-bdd56d6cd526'],
  ['PYG', '₲', 'Guarani', 'PY', 'Paraguay', '9a522f67-7844-40fc-a47d-7e91503bb3a2'],
  ['QAR', 'ر.ق', 'Qatari Rial', 'QA', 'Qatar', '2cc94d65-38c2-442c-a2c6-8becd05b4145'],
  ['RON', 'lei', 'Romanian Leu', 'RO', 'Romania', 'eca3211e-4a44-4c48-8c3d-03357d887489'],
  ['RSD', 'дин', 'Serbian Dinar', 'RS', 'Serbia', '80fa3da1-adcd-4f8d-afae-d1ccbb9ecb01'],
  ['RUB', '₽', 'Russian Ruble', 'RU', 'Russia', 'a0485ce9-e8c4-4306-883b-03862f4a17d4'],
  ['RWF', 'FRw', 'Rwanda Franc', 'RW', 'Rwanda', 'ee4b55fa-e3bf-4968-81bd-1e37015560c3'],
  ['SAR', '﷼', 'Saudi Riyal', 'SA', 'Saudi Arabia', 'fff41ee1-8df7-4eb3-9585-9ab0212dbb70'],
  ['SBD', 'SI$', 'Solomon Islands Dollar', 'SB', 'Solomon Islands', 'c3380177-d400-4b95-b38a-4ed4434b6a8c'],
  ['SCR', '₨', 'Seychelles Rupee', 'SC', 'Seychelles', '95f7be79-2441-4fbc-85fd-8fbb363c307a'],
  ['SDG', 'ج.س.', 'Sudanese Pound', 'SD', 'Sudan', 'b9785043-b258-4363-8aef-2ace7339be4d'],
  ['SEK', 'kr', 'Swedish Krona', 'SE', 'Sweden', '6f43b556-4da0-439c-9c2d-859f9357cd77'],
  ['SGD', 'S$', 'Singapore Dollar', 'SG', 'Singapore', '0a38a01a-653a-417a-a1d8-4a5df6a31182'],
  ['SHP', '£', 'Saint Helena Pound', 'SH', 'Saint Helena', '63e88763-a36b-4369-bf96-4a7ddda5a419'],
  ['SLE', 'Le', 'Leone', 'SL', 'Sierra Leone', 'c6190df7-f9db-4109-b565-d60fc1307938'],
  ['SLL', 'Le', 'Leone', 'SL', 'Sierra Leone', 'c345a671-656c-4439-99ba-f8cfe803fb7a'],
  ['SOS', 'Sh', 'Somali Shilling', 'SO', 'Somalia', 'acb061b9-33b9-4761-a749-af7d445f62c8'],
  ['SRD', 'SR$', 'Surinam Dollar', 'SR', 'Suriname', '28c7d0c6-0442-4fa6-89ff-387b7a220578'],
  ['SSP', '£', 'South Sudanese Pound', 'SS', 'South Sudan', '8d81132a-530a-4508-98dc-6f9787626c38'],
  ['STN', 'Db', 'Dobra', 'ST', 'Sao Tome and Principe', '54f82506-de2b-446b-ac97-3fd64e919b3e'],
  ['SVC', '₡', 'El Salvador Colon', 'SV', 'El Salvador', '6ec05227-71e7-481f-83bf-38dc2907e73a'],
  ['SYP', '£', 'Syrian Pound', 'SY', 'Syria', '6293d7bd-fa7f-47a4-ab9a-eeeeef5b1462'],
  ['SZL', 'E', 'Lilangeni', 'SZ', 'Eswatini', 'a8cb3032-52c6-4a34-9596-22ddc4caed25'],
  ['THB', '฿', 'Baht', 'TH', 'Thailand', '6d65c7eb-f90b-441f-86cc-3bdb2256572c'],
  ['TJS', 'ЅМ', 'Somoni', 'TJ', 'Tajikistan', 'd1ee5819-3997-4ea4-a0bc-1a3337c5e82c'],
  ['TMT', 'm', 'Turkmenistan New Manat', 'TM', 'Turkmenistan', 'c3353448-bb87-405d-85b8-efe8942fc6aa'],
  ['TND', 'د.ت', 'Tunisian Dinar', 'TN', 'Tunisia', '0b8f3e06-e61c-4d21-8eaa-d5bb37feb054'],
  ['TOP', 'T$', 'Pa’anga', 'TO', 'Tonga', '0cf82054-ced9-4798-82fa-a32487516854'],
  ['TRY', '₺', 'Turkish Lira', 'TR', 'Türkiye', '47377e5e-7135-4de4-a4d4-d12d5e12e547'],
  ['TTD', 'TT$', 'Trinidad and Tobago Dollar', 'TT', 'Trinidad and Tobago', '5c8bf144-1b28-4223-85fd-f6011e6d67be'],
  ['TVD', 'TV$', 'Tuvalu Dollar', 'TV', 'Tuvalu', 'dbb12e4e-9c5e-42d7-9a92-55cbe862ee63'],
  ['TWD', 'NT$', 'New Taiwan Dollar', 'TW', 'Taiwan', 'a11e01d5-a1c3-4f54-b4e0-af1cbe345c70'],
  ['TZS', 'TSh', 'Tanzanian Shilling', 'TZ', 'Tanzania', 'afa20008-0e7c-47c5-a2fd-903cd496c8ba'],
  ['UAH', '₴', 'Hryvnia', 'UA', 'Ukraine', '4fac0c79-ab7d-4542-a1c9-9c69397a2d6d'],
  ['UGX', 'USh', 'Uganda Shilling', 'UG', 'Uganda', '6385fdcf-b4a6-4c0c-adb9-9c055b3cb928'],
  ['USD', '$', 'US Dollar', 'US', 'United States', 'bccfc932-d89b-477a-b65b-04f97cae4aae'],
  ['UYU', '$U', 'Peso Uruguayo', 'UY', 'Uruguay', 'd945956c-e8ce-4a66-b0cf-759ee464b52a'],
  ['UZS', "so'm", 'Uzbekistan Sum', 'UZ', 'Uzbekistan', '53a043ef-c8a8-447f-878b-ccb058344912'],
  ['VES', 'Bs.', 'Bolívar Soberano', 'VE', 'Venezuela', '00843bbd-b8c3-4eb2-b647-01982da82e55'],
  ['VND', '₫', 'Dong', 'VN', 'Viet Nam', '2be4041c-a0b5-49dd-9f84-0f103a4ebc15'],
  ['VUV', 'VT', 'Vatu', 'VU', 'Vanuatu', '6ec60b3a-573f-4c69-a043-a9f0f1f37bf7'],
  ['WST', 'WS$', 'Tala', 'WS', 'Samoa', 'd4dc0eb6-504d-4c47-8b38-cc07786906f5'],
  ['XAF', 'FCFA', 'CFA Franc BEAC', null, null, '939f0ed3-b825-410b-82c8-9eef9f88b400'],
  ['XCD', 'EC$', 'East Caribbean Dollar', null, null, 'd3d7b4d3-1c1c-497e-b003-768c6f6b6b36'],
  ['XCG', 'Cg', 'Caribbean Guilder', null, null, 'eec8b183-fdf9-41b8-bceb-3011be7ad4bd'],
  ['XOF', 'CFA', 'CFA Franc BCEAO', null, null, '21d96e21-bc90-4888-bd01-15497a4543c2'],
  ['XPF', 'CFP', 'CFP Franc', null, null, '0fac9598-58b7-4cbf-9873-887f298a0e40'],
  ['YER', '﷼', 'Yemeni Rial', 'YE', 'Yemen', 'c2224d4e-938c-4bdf-ab68-f911fe65d5ea'],
  ['ZAR', 'R', 'Rand', 'ZA', 'South Africa', '3da3a30a-e9cb-4329-bf96-5a7f9358638f'],
  ['ZMW', 'ZK', 'Zambian Kwacha', 'ZM', 'Zambia', '4e309010-856d-4b0b-a3ef-169086658a41'],
  ['ZWG', 'ZiG', 'Zimbabwe Gold', 'ZW', 'Zimbabwe', 'bd3c5828-2666-44d9-9bae-e191708d156b'],
  ['ZWL', 'Z$', 'Zimbabwe Dollar', 'ZW', 'Zimbabwe', '855f9e8f-cd81-4366-a6a1-1043aeb6c66c'],
] as const

/** Those without cents, by ISO 4217. */
const wholeUnitsOnly: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
)

/** Every currency of the service, by acronym. */
export const currencies: readonly Currency[] = listing.map(
  ([acronym, symbol, name, countryCode, countryName, id]) => ({
    id,
    acronym,
    name,
    symbol,
    countryName,
    countryCode,
    fractionDigits: wholeUnitsOnly.has(acronym) ? 0 : 2,
  }),
)

/** The base currency of a shop that has chosen none. */
export const defaultAcronym = 'MXN'

const byId = new Map(currencies.map((currency) => [currency.id, currency]))
const byAcronym = new Map(currencies.map((currency) => [currency.acronym, currency]))

export const findCurrency = (id: string) => byId.get(id)

/** The smallest amount that can be paid in a currency, in hundredths of its unit. */
export const smallestCentsOf = ({ fractionDigits }: Pick<Currency, 'fractionDigits'>) =>
  fractionDigits === 0 ? 100 : 1

/** The currency with exactly this acronym. Throws `currencyNotFound`. */
export function currencyByAcronym(acronym: string): Currency {
  const currency = byAcronym.get(acronym)
  if (!currency) throw new Failure('currencyNotFound', { acronym })
  return currency
}
