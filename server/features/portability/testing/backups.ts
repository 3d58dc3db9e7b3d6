import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** A manga of a backup. */
export interface BackedUp {
  title: string;
  source?: number;
  tracked?: { by: number; id?: bigint; former?: number }[];
  url?: string;
  favorite: boolean;
  score?: number;
  categories?: number[];
  chapters: { number: number; read?: boolean; page?: number }[];
}

/** A backup as Mihon writes it, with a field nobody knows yet; its source 99 is MangaDex. */
export function backup(
  mangas: BackedUp[],
  categories: readonly (readonly [name: string, place: number])[] = [['To read, later', 3]],
): Buffer {
  const writer = new BinaryWriter();
  for (const manga of mangas) {
    writer
      .tag(1, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.Varint)
      .int64(BigInt(manga.source ?? 7))
      .tag(2, WireType.LengthDelimited)
      .string(manga.url ?? '/x')
      .tag(3, WireType.LengthDelimited)
      .string(manga.title);
    writer.tag(100, WireType.Varint).bool(manga.favorite).tag(977, WireType.LengthDelimited).string('later');
    for (const order of manga.categories ?? []) {
      writer.tag(17, WireType.Varint).int64(BigInt(order));
    }
    for (const { by, id, former } of manga.tracked ?? []) {
      writer.tag(18, WireType.LengthDelimited).fork().tag(1, WireType.Varint).int32(by);
      if (former !== undefined) {
        writer.tag(3, WireType.Varint).int32(former);
      }
      if (id !== undefined) {
        writer.tag(100, WireType.Varint).int64(id);
      }
      writer.join();
    }
    if (manga.score) {
      writer.tag(18, WireType.LengthDelimited).fork().tag(8, WireType.Bit32).float(manga.score).join();
    }
    for (const { number, read = false, page = 0 } of manga.chapters) {
      writer
        .tag(16, WireType.LengthDelimited)
        .fork()
        .tag(1, WireType.LengthDelimited)
        .string(`/c/${number}`)
        .tag(2, WireType.LengthDelimited)
        .string(`Ch. ${number}`)
        .tag(4, WireType.Varint)
        .bool(read)
        .tag(6, WireType.Varint)
        .int64(BigInt(page))
        .tag(9, WireType.Bit32)
        .float(number)
        .join();
    }
    writer.join();
  }
  for (const [name, place] of categories) {
    writer
      .tag(2, WireType.LengthDelimited)
      .fork()
      .tag(1, WireType.LengthDelimited)
      .string(name)
      .tag(2, WireType.Varint)
      .int64(BigInt(place))
      .join();
  }
  writer
    .tag(101, WireType.LengthDelimited)
    .fork()
    .tag(1, WireType.LengthDelimited)
    .string('MangaDex')
    .tag(2, WireType.Varint)
    .int64(99n)
    .join();
  return Buffer.from(writer.finish());
}
