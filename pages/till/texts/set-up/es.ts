import type { SetUpTexts } from './en.ts'

export const es: SetUpTexts = {
  welcome: 'Bienvenido',
  step: (at, count) => `Paso ${at} de ${count}`,
  next: 'Siguiente',
  begin: 'Abrir la caja',
  again: 'Probar de nuevo',
  without: 'Seguir sin ello',

  yourShop: 'Su negocio',
  shopName: 'Nombre del negocio',
  shopNameHint: 'Aparece en los recibos.',
  type: '¿Qué es?',
  store: 'Tienda',
  storeHint: 'Productos, en un mostrador',
  restaurant: 'Restaurante',
  restaurantHint: 'Mesas, platos, una cocina',
  onReceipts: 'Dirección y número fiscal (opcional)',
  address: 'Dirección',
  taxId: 'Número fiscal',
  onReceiptsHint: 'Los recibos muestran ambos. El menú de la caja los cambia después.',

  yourMoney: 'Precios e impuestos',
  currency: 'Moneda',
  likely: 'Las más probables',
  others: 'Todas las demás',
  timeZone: 'Zona horaria',
  taxes: 'Impuesto sobre las ventas',
  taxIncluded: 'Los precios incluyen el impuesto',
  taxAdded: 'El impuesto se suma a los precios',
  noTax: 'Sin impuesto',
  taxName: 'Nombre del impuesto',
  taxNameDefault: 'IVA',
  taxRate: 'Porcentaje',
  badRate: 'Escriba una tasa de 0 a 100, como 16 o 7.5.',

  you: 'Usted',
  ownerName: 'Su nombre',
  ownerNameHint: 'Con él entra, y las ventas lo muestran.',
  pin: 'Su PIN',
  pinHint: 'Al menos 4 cifras; lo necesita cada vez que entra. 6 son más seguras.',
  password: 'Contraseña de la cartera',
  passwordHint: 'Al menos 8 caracteres. Abre la cartera Lightning; anótela.',
  code: 'Código de instalación',
  codeHint: 'Se lo ha dado quien instaló este sistema.',
  badCode: 'Este código de instalación no es correcto.',
  withSamples: (type) =>
    type === 'store'
      ? 'Empezar con productos de muestra'
      : 'Empezar con platos de muestra',
  samplesHint: 'Ocho, para probarlo todo. El menú de la caja los quita después.',

  settingUp: 'Preparando …',
  unfinished: 'El negocio está creado, pero falta algo:',
  storeSamples: [
    {
      category: 'Bebidas',
      goods: [
        ['Café', 250],
        ['Té verde', 220],
        ['Zumo de naranja', 350],
        ['Agua', 150],
      ],
    },
    {
      category: 'Panadería',
      goods: [
        ['Cruasán', 180],
        ['Bocadillo', 480],
        ['Pastel de zanahoria', 390],
        ['Pan', 320],
      ],
    },
  ],
  restaurantSamples: [
    {
      category: 'Platos',
      goods: [
        ['Pizza margarita', 950],
        ['Hamburguesa', 1_150],
        ['Pasta del día', 890],
        ['Ensalada César', 780],
      ],
    },
    {
      category: 'Bebidas',
      goods: [
        ['Limonada', 350],
        ['Vino de la casa', 480],
        ['Café solo', 220],
        ['Agua', 200],
      ],
    },
  ],
}
