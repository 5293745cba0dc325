package dev.colonnade.catalog;

import dev.colonnade.key.SortDirection;
import dev.colonnade.type.schema.KeyColumn;

/** Codec of key columns in catalog records: the column id and the sort direction. */
final class KeyColumnCodec {
  private KeyColumnCodec() {}

  static void write(RecordWriter out, KeyColumn column) {
    boolean ascending = column.direction() == SortDirection.ASCENDING;
    out.putInt(column.columnId())
        .putByte(ascending ? CatalogLayout.ASCENDING : CatalogLayout.DESCENDING);
  }

  static KeyColumn read(RecordReader in) {
    return new KeyColumn(in.readInt(), readDirection(in));
  }

  private static SortDirection readDirection(RecordReader in) {
    int code = in.readByte();
    return switch (code) {
      case CatalogLayout.ASCENDING -> SortDirection.ASCENDING;
      case CatalogLayout.DESCENDING -> SortDirection.DESCENDING;
      default -> throw in.corrupt("unknown direction: code=" + code);
    };
  }
}
