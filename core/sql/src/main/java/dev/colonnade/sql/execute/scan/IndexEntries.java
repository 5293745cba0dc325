package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.row.KeyCodec;
import org.jspecify.annotations.Nullable;

/** Keys of the rows of a table in the order of the entries of an index. One thread. */
final class IndexEntries implements AutoCloseable {
  private final PageStream entries;
  private final KeyCodec codec;
  private final TypeKind[] kinds;

  private @Nullable ScanPage page;
  private @Nullable PageReader reader;
  private int row;

  /**
   * Creates a reader.
   *
   * @param entries columns of the primary key of the table, closed with this reader
   */
  IndexEntries(Table table, PageStream entries) {
    this.entries = requireNonNull(entries, "entries is null");
    this.codec = table.format().keyCodec();
    this.kinds =
        table.schema().keyColumns().stream()
            .map(column -> TypeMapping.sqlType(column.type()).kind())
            .toArray(TypeKind[]::new);
  }

  /** Returns the key of the row of the next entry; null after the last. */
  @Nullable Key next() {
    row++;
    while (page == null || row >= page.rowCount()) {
      closePage();
      ScanPage next = entries.next();
      if (next == null) {
        return null;
      }
      page = next;
      reader =
          next.rowCount() == 0
              ? null
              : new PageReader(PageReader.Rows.of(next, entries.schema().columns()));
      row = 0;
    }
    return keyOf(requireNonNull(reader, "reader is null").row(row));
  }

  /** Returns the key with the values of the columns of the primary key. */
  Key keyOf(@Nullable Object[] held) {
    @Nullable Object[] values = new @Nullable Object[held.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueConverter.toJava(kinds[i], held[i]);
    }
    return codec.encode(values);
  }

  /** Releases resources until the next entry is read. */
  void pause() {
    entries.pause();
  }

  @Override
  public void close() {
    closePage();
    entries.close();
  }

  private void closePage() {
    if (page != null) {
      page.close();
      page = null;
      reader = null;
    }
  }
}
