package dev.colonnade.type.row;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encoded row: its row key and the values of its families. */
record StoredRow(Key rowKey, Map<Integer, byte[]> valuesByFamily) {
  /** Writes a row in the latest version of a format. */
  static StoredRow write(RowFormat format, @Nullable Object... values) {
    return take(new RowWriter(format).reset().putAll(values));
  }

  /** Writes a row in an older version of a table. */
  static StoredRow writeVersion(RowFormat format, int version, @Nullable Object... values) {
    List<TableSchema> versions =
        format.history().versions().stream().filter(it -> it.version() <= version).toList();
    return write(new RowFormat(format.tableId(), new SchemaHistory(versions)), values);
  }

  static StoredRow take(RowWriter writer) {
    Key key = writer.finish();
    Map<Integer, byte[]> values = new HashMap<>();
    List<ColumnFamily> families = writer.schema().families();
    for (int i = 0; i < families.size(); i++) {
      byte[] value = writer.familyValue(i);
      if (value != null) {
        values.put(families.get(i).id(), value);
      }
    }
    return new StoredRow(key, values);
  }

  /** Reads all columns of the latest version with accessors, one for each family. */
  @Nullable Object[] readNative(RowFormat format) {
    List<Column> columns = format.latest().columns();
    @Nullable Object[] row = new @Nullable Object[columns.size()];
    for (ColumnFamily family : format.latest().families()) {
      List<Column> wanted =
          columns.stream()
              .filter(it -> format.latest().isKey(it.id()) || family.columnIds().contains(it.id()))
              .toList();
      RowAccessor accessor = new RowAccessor(format, family.id(), wanted);
      byte[] value = valuesByFamily.get(family.id());
      Key key = format.keyCodec().familyKey(rowKey, family.id());
      @Nullable Object[] read = readNative(accessor, key.bytes(), value);
      for (int i = 0; i < read.length; i++) {
        row[columns.indexOf(wanted.get(i))] = read[i];
      }
    }
    return row;
  }

  /** Reads all wanted columns from copies of the bytes in native memory of exactly their size. */
  static @Nullable Object[] readNative(RowAccessor accessor, byte[] key, byte @Nullable [] value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nativeKey = copy(arena, key);
      if (value == null) {
        accessor.positionAbsent(nativeKey.address(), key.length);
        return read(accessor);
      }
      MemorySegment nativeValue = copy(arena, value);
      accessor.position(nativeKey.address(), key.length, nativeValue.address(), value.length);
      return read(accessor);
    }
  }

  private static @Nullable Object[] read(RowAccessor accessor) {
    @Nullable Object[] read = new @Nullable Object[accessor.wanted().size()];
    for (int i = 0; i < read.length; i++) {
      read[i] = accessor.objectAt(i);
    }
    return read;
  }

  static MemorySegment copy(Arena arena, byte[] bytes) {
    MemorySegment segment = arena.allocate(Math.max(1, bytes.length));
    NativeMemory.copy(bytes, 0, segment.address(), bytes.length);
    return segment;
  }
}
