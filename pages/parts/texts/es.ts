import type { PartTexts } from './en.ts'

export const es: PartTexts = {
  language: 'Español',
  logIn: 'Entrar',
  loggingIn: 'Entrando …',
  name: 'Nombre',
  pin: 'PIN',
  chooseName: 'Elija su nombre',
  wrongCredentials: 'El nombre y el PIN no coinciden.',
  noRole: 'Este usuario no tiene rol. Consulte a un administrador.',
  noPermissions: 'El rol de este usuario no permite nada. Consulte a un administrador.',
  tooManyAttempts: (minutes) =>
    minutes === 1
      ? 'Demasiados intentos fallidos. Espere un minuto.'
      : `Demasiados intentos fallidos. Espere ${minutes} minutos.`,
  failedSince: (name, count, last) =>
    count === 1
      ? `${name}: un PIN incorrecto desde su última entrada (${last}). Si no fue usted, avise a un administrador.`
      : `${name}: ${count} PIN incorrectos desde su última entrada, el último ${last}. Si no fue usted, avise a un administrador.`,
  loginUnreachable: 'La tienda no responde. Revise la red e inténtelo de nuevo.',
  loginFailed: 'No ha funcionado. Inténtelo de nuevo.',
  dark: 'Oscuro',
  light: 'Claro',
  darkHint: 'Cambiar a colores oscuros',
  lightHint: 'Cambiar a colores claros',
  close: 'Cerrar',
  notMeant: 'Ese no puede ser el importe. Vuelva a introducirlo.',
  deleteDigit: 'Borrar el último carácter',
  back: 'Atrás',
  show: 'Mostrar',
  hide: 'Ocultar',
  showField: (label) => `Mostrar: ${label}`,
  hideField: (label) => `Ocultar: ${label}`,
  nodeLines: 'Conectar un nodo Lightning',
  walletPassword: 'Contraseña de la cartera de su rol',
  wrongWalletPassword: 'Esa no es la contraseña de la cartera de su rol.',
  nodeLinesHint:
    'Escriba estas líneas en phoenix.conf de su phoenixd, sin espacios junto a =, y reinícielo. Dé al agente la primera contraseña; con la segunda cobra y no paga. Las contraseñas son nuevas cada vez.',
  satoshis: (amount) => `${amount} sat`,
}
