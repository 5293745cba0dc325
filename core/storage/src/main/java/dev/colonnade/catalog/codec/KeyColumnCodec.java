package dev.colonnade.catalog.codec;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.schema.KeyColumn;

/** Codec of key columns in catalog records: the column id and the sort direction. */
final class KeyColumnCodec {
  private KeyColumnCodec() {}

  static void write(CatalogRecordWriter out, KeyColumn column) {
    boolean ascending = column.direction() == SortDirection.ASCENDING;
    out.putInt(column.columnId())
        .putByte(ascending ? CatalogLayout.ASCENDING : CatalogLayout.DESCENDING);
  }

  static KeyColumn read(CatalogRecordReader in) {
    return new KeyColumn(in.readInt(), readDirection(in));
  }

  private static SortDirection readDirection(CatalogRecordReader in) {
    int code = in.readByte();
    return switch (code) {
      case CatalogLayout.ASCENDING -> SortDirection.ASCENDING;
      case CatalogLayout.DESCENDING -> SortDirection.DESCENDING;
      default -> throw in.corrupt("unknown direction: code=" + code);
    };
  }
}
