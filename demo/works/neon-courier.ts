import { board, type Work } from '../work.ts';

/** A courier robot in a city of neon, as a vertical comic. */
export const neonCourier: Work = {
  key: 'neonovyy-kurer',
  palette: 'neon',
  latin: 'poster',
  direction: 'vertical',
  status: 'onhold',
  rating: 'suggestive',
  cover: { kind: 'split', place: 'city', heroes: 'a.proud.hips b.happy.wave' },
  cast: {
    a: {
      key: 'vega-9',
      head: 'robot',
      skin: '#4a4f86',
      pale: '#35e0e6',
      outfit: 'none',
      cloth: '#dddddd',
      cloth2: '#ff3f8f',
      prop: 'parcel',
      extras: ['scarf'],
    },
    b: {
      key: 'rita-zorina',
      head: 'human',
      skin: '#f3cfae',
      hair: '#ff3f8f',
      hairStyle: 'bob',
      outfit: 'hoodie',
      cloth: '#2a1260',
      cloth2: '#35e0e6',
      hat: 'headphones',
      hatColour: '#35e0e6',
      prop: 'cup',
    },
  },
  terms: {
    tag: ['robots', 'city', 'night', 'romance', 'long-strip'],
    artist: ['kira-volna'],
    author: ['kira-volna'],
    genre: ['science-fiction'],
    category: ['webtoon'],
    publisher: ['studio-okto'],
    platform: ['mobile'],
    relationship: ['sweethearts'],
  },
  boards: [
    board(`
    city:w # a.proud.stand
    city a.calm.hold"
    speed:c a.shock *

    rain:w b.happy.wave" a.think.stand
    glow b.wink.hold"
    rain:c a.scared"

    rooftops:w a.happy.hold" b.joy.stand
    glow:c b.happy"
    city:w # a.happy.sit b.happy.sit
  `),
  ],
  editions: [
    {
      language: 'ru',
      title: 'Неоновый курьер',
      credit: 'Кира Волна',
      daysAgo: 2,
      interest: 940,
      description: 'Вега-9 доставляет всё за семь минут. Кроме одной посылки, которую никто не заказывал.',
      titles: { en: 'Neon Courier', pt: 'Entrega neon' },
      lines: [
        `Город не спит. Курьеры тем более.
        Посылка без адреса. Странно.
        Пип!
        Это мне? Или это от тебя?
        Открой. Внутри просто чай.
        Мой датчик… перегрелся.
        Семь минут. Как всегда.
        Останься на восьмую.
        Впервые за год заказ закрыли позже срока.`,
      ],
    },
    {
      language: 'pt',
      title: 'Entrega neon',
      credit: 'Kira Volna',
      translated: true,
      group: 'quadrinho-solto',
      cover: 'hero',
      daysAgo: 17,
      interest: 330,
      description: 'Vega-9 entrega tudo em sete minutos. Menos um pacote que ninguém pediu.',
      lines: [
        `A cidade não dorme. Os entregadores também não.
        Pacote sem endereço. Estranho.
        Bip!
        É para mim? Ou é de você?
        Abra. Dentro só tem chá.
        Meu sensor… esquentou.
        Sete minutos. Como sempre.
        Fica para o oitavo.
        Pela primeira vez, um pedido fechou atrasado.`,
      ],
    },
  ],
};
