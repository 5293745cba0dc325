package dev.colonnade.engine;

import dev.colonnade.engine.arrow.ArrowVectors;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;

/** Rows of pages of both formats as Java values, for tables of integers and texts. */
final class PageRows {
  private PageRows() {}

  /** Returns the rows of a page of a scan of all columns of a table with one column family. */
  static List<List<@Nullable Object>> of(
      ScanPage page, ScanRequest request, BufferAllocator allocator) {
    return switch (page) {
      case ColumnPage columns -> ofColumns(columns, allocator);
      case VectorPage _ -> throw new IllegalArgumentException("pages of vectors are not sent");
      case KeyValuePage keyValues -> ofKeyValues(keyValues, request.target().format());
    };
  }

  private static List<List<@Nullable Object>> ofColumns(
      ColumnPage page, BufferAllocator allocator) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (VectorSchemaRoot root = ArrowVectors.of(page, allocator)) {
      for (int row = 0; row < root.getRowCount(); row++) {
        List<@Nullable Object> values = new ArrayList<>();
        for (FieldVector vector : root.getFieldVectors()) {
          Object value = vector.isNull(row) ? null : vector.getObject(row);
          values.add(value instanceof Text text ? text.toString() : value);
        }
        rows.add(values);
      }
    }
    return rows;
  }

  private static List<List<@Nullable Object>> ofKeyValues(KeyValuePage page, RowFormat format) {
    KeyCodec keys = format.keyCodec();
    Map<Key, Map<Integer, byte[]>> pairs = new LinkedHashMap<>();
    page.forEach(
        (key, keyLength, value, valueLength) -> {
          Key stored = Key.wrap(NativeMemory.bytes(key, keyLength));
          pairs
              .computeIfAbsent(keys.rowKeyOf(stored), _ -> new LinkedHashMap<>())
              .put(keys.familyOf(stored), NativeMemory.bytes(value, valueLength));
        });
    RowDecoder decoder = new RowDecoder(format);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    pairs.forEach((key, values) -> rows.add(Arrays.asList(decoder.decode(key, values))));
    return rows;
  }
}
