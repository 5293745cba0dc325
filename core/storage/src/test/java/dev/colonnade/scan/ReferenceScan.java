package dev.colonnade.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reference implementation of the scanner: reads all KVs of the spans, assembles the families of
 * each row, decodes whole rows to Java values, filters them, and applies direction and limit last.
 */
final class ReferenceScan {
  private final VersionedReads reads;

  ReferenceScan(VersionedReads reads) {
    this.reads = reads;
  }

  /** Returns all rows of the request's result. */
  List<List<@Nullable Object>> rows(ScanRequest request) {
    TableSchema schema = request.target().schema();
    ReferenceFilter filter = new ReferenceFilter(schema);
    RowDecoder decoder = new RowDecoder(request.target().format());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (Map.Entry<Key, Map<Integer, byte[]>> entry : keyValues(request).entrySet()) {
      if (!entry.getValue().containsKey(ColumnFamily.FIRST_ID)) {
        continue;
      }
      @Nullable Object[] values = decoder.decode(entry.getKey(), entry.getValue());
      Map<Integer, @Nullable Object> row = new HashMap<>();
      for (int i = 0; i < values.length; i++) {
        row.put(schema.columns().get(i).id(), values[i]);
      }
      if (filter.keeps(request.selection().filter(), row)) {
        rows.add(project(request, row));
      }
    }
    if (request.options().isReverse()) {
      Collections.reverse(rows);
    }
    long limit = request.limits().rowLimit();
    return limit > 0 && limit < rows.size() ? rows.subList(0, (int) limit) : rows;
  }

  private static List<@Nullable Object> project(
      ScanRequest request, Map<Integer, @Nullable Object> row) {
    return CellValues.row(
        ScanTable.columnsOf(request).stream().map(Column::id).map(row::get).toArray());
  }

  private Map<Key, Map<Integer, byte[]>> keyValues(ScanRequest request) {
    KeyCodec keys = request.target().format().keyCodec();
    Map<Key, Map<Integer, byte[]>> rows = new TreeMap<>();
    try (ReadView view = reads.open(request.readTimestamp())) {
      for (KeySpan span : request.spans()) {
        try (VersionCursor cursor = view.cursor(span)) {
          for (boolean on = cursor.seekToFirst(); on; on = cursor.next()) {
            rows.computeIfAbsent(keys.rowKeyOf(cursor.key()), key -> new HashMap<>())
                .put(keys.familyOf(cursor.key()), cursor.value());
          }
        }
      }
    }
    return rows;
  }
}
