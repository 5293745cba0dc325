package dev.colonnade.catalog.index;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.key.Key;
import dev.colonnade.key.SortDirection;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.PackedKind;
import dev.colonnade.type.row.RandomRows;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Comparison of {@link StoredEntryWriter} with its reference, {@link IndexEntryWriter}. */
class StoredEntryWriterTest {
  private static final int TABLE_ID = 100;
  private static final int ENTRY_BYTES_MAX = 1 << 20;

  private final Random random = Seed.random("StoredEntryWriterTest");
  private final RandomRows rows = new RandomRows(random);

  @Test
  void shouldEncodeEntriesOfRowsOfAllVersionsLikeTheReference() {
    int unique = 0;
    for (int table = 0; table < 400; table++) {
      SchemaHistory history = new SchemaHistory(schema());
      for (int i = random.nextInt(4); i > 0; i--) {
        history = rows.evolve(history);
      }
      RowFormat format = new RowFormat(TABLE_ID, history);
      TableIndex index = index(history.latest());
      StoredEntryWriter stored = new StoredEntryWriter(index, format, ENTRY_BYTES_MAX);
      IndexEntryWriter reference =
          new IndexEntryWriter(index, history.latest(), List.of(), ENTRY_BYTES_MAX);
      for (int i = 0; i < 10; i++) {
        int version = 1 + random.nextInt(history.latest().version());
        RowWriter writer = new RowWriter(new RowFormat(TABLE_ID, until(history, version)));
        @Nullable Object[] values = rows.row(history.version(version));
        Key key = writer.reset().putAll(values).finish();
        byte[] value = requireNonNull(writer.familyValue(0), "no value");
        @Nullable Object[] row =
            new RowDecoder(format).decode(key, Map.of(ColumnFamily.FIRST_ID, value));
        IndexEntryWriter.Entry expected = reference.entry(row);
        assertSame(entry(stored, key.bytes(), value), expected);
        if (version == history.latest().version()) {
          // Of the row as it is inserted: its key may have a negative zero.
          assertSame(stored.entry(writer), reference.entry(values));
        }
        unique += expected.isUnique() ? 1 : 0;
      }
    }
    assertThat(unique).isPositive();
  }

  private static void assertSame(IndexEntryWriter.Entry actual, IndexEntryWriter.Entry expected) {
    assertThat(actual.key()).isEqualTo(expected.key());
    assertThat(actual.value()).isEqualTo(expected.value());
    assertThat(actual.isUnique()).isEqualTo(expected.isUnique());
  }

  private static SchemaHistory until(SchemaHistory history, int version) {
    return new SchemaHistory(
        history.versions().stream().filter(schema -> schema.version() <= version).toList());
  }

  private static IndexEntryWriter.Entry entry(StoredEntryWriter writer, byte[] key, byte[] value) {
    try (Arena arena = Arena.ofConfined()) {
      long keyAddress = arena.allocate(key.length).address();
      long valueAddress = arena.allocate(value.length).address();
      NativeMemory.copy(key, 0, keyAddress, key.length);
      NativeMemory.copy(value, 0, valueAddress, value.length);
      return writer.entry(keyAddress, key.length, valueAddress, value.length);
    }
  }

  /** Returns a table of one family. */
  private TableSchema schema() {
    TableSchemaBuilder builder = TableSchema.builder();
    int keyCount = 1 + random.nextInt(3);
    int columnCount = keyCount + random.nextInt(8);
    for (int i = 0; i < columnCount; i++) {
      String name = "c" + i;
      if (random.nextBoolean()) {
        builder.nullable(name, rows.type());
      } else {
        builder.required(name, rows.type());
      }
      if (i < keyCount) {
        builder.key(name, direction());
      }
    }
    return builder.build();
  }

  private SortDirection direction() {
    return random.nextBoolean() ? SortDirection.ASCENDING : SortDirection.DESCENDING;
  }

  private TableIndex index(TableSchema schema) {
    List<Integer> ids = new ArrayList<>(schema.columns().stream().map(Column::id).toList());
    Collections.shuffle(ids, random);
    int keyCount = 1 + random.nextInt(Math.min(3, ids.size()));
    List<KeyColumn> key =
        ids.subList(0, keyCount).stream().map(id -> new KeyColumn(id, direction())).toList();
    List<Integer> others = ids.subList(keyCount, ids.size());
    List<Integer> included = others.subList(0, random.nextInt(others.size() + 1));
    IndexKind[] kinds = {IndexKind.PLAIN, IndexKind.UNIQUE, IndexKind.DEFERRABLE};
    Index.Definition definition =
        Index.Definition.of(kinds[random.nextInt(kinds.length)], key, included)
            .withNullsDistinct(random.nextInt(3) > 0);
    return TableIndex.of(TABLE_ID, schema, new Index(1, "i", definition, IndexState.READY));
  }

  @Test
  void shouldRefuseEntriesWithSortKeys() {
    TableSchema schema =
        TableSchema.builder()
            .required("k", ColumnType.Plain.BIGINT)
            .nullable("n", ColumnType.packed(PackedKind.NUMERIC))
            .key("k")
            .build();
    Index.Definition definition =
        Index.Definition.of(IndexKind.PLAIN, List.of(KeyColumn.ascending(schema.column("n").id())));
    TableIndex index =
        TableIndex.of(TABLE_ID, schema, new Index(1, "i", definition, IndexState.READY));
    RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(schema));
    assertThat(StoredEntryWriter.isFor(index, schema)).isFalse();
    assertThatThrownBy(() -> new StoredEntryWriter(index, format, ENTRY_BYTES_MAX))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
