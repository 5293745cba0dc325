package dev.colonnade.engine.index;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decoder of the row keys in index entries. */
public final class IndexedRowKeys {
  private IndexedRowKeys() {}

  /** Returns the row key of the row that an entry belongs to. */
  public static Key rowKeyOf(Table table, TableIndex index, Key entryKey, byte[] entryValue) {
    @Nullable Object[] key =
        new RowDecoder(index.format())
            .decode(
                entryKey,
                Map.of(ColumnFamily.FIRST_ID, entryValue),
                table.schema().keyColumns().stream()
                    .map(column -> index.schema().column(column.id()))
                    .toList());
    return table.format().keyCodec().encode(key);
  }
}
