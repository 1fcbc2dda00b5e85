import { expect, test } from 'vitest'
import { en as goodsEn } from '../../../pages/office/sections/goods/texts/en.ts'
import { es as goodsEs } from '../../../pages/office/sections/goods/texts/es.ts'
import { en as importEn } from '../../../pages/office/sections/import/texts/en.ts'
import { es as importEs } from '../../../pages/office/sections/import/texts/es.ts'

test.each([
  [goodsEs.found, '1 encontrado', '2 encontrados'],
  [goodsEs.bulkRun, 'Cambiar 1 precio', 'Cambiar 2 precios'],
  [goodsEn.bulkRun, 'Change 1 price', 'Change 2 prices'],
  [importEs.moreRows, 'y 1 fila más', 'y 2 filas más'],
  [
    importEs.runRefused,
    'Se rechaza 1 fila, que queda fuera.',
    'Se rechazan 2 filas, que quedan fuera.',
  ],
  [
    importEn.runRefused,
    '1 row is refused and left out.',
    '2 rows are refused and left out.',
  ],
] as const)('one is said as one: %#', (words, one, several) => {
  expect([words('1'), words('2')]).toEqual([one, several])
})
