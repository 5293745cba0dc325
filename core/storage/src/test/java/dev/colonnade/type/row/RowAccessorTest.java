package dev.colonnade.type.row;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.BYTEA;
import static dev.colonnade.type.ColumnType.Plain.DOUBLE;
import static dev.colonnade.type.ColumnType.Plain.INTEGER;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.SortDirection;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Comparison of {@link RowAccessor} with its reference implementation {@link RowDecoder}. */
class RowAccessorTest {
  private static final long TABLE_ID = 77;

  @Test
  void shouldReadBackWhatWasWrittenAndAgreeWithDecoder() {
    Random random = Seed.random("RowAccessorTest.agree");
    RandomRows rows = new RandomRows(random);
    for (int table = 0; table < 300; table++) {
      RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(rows.schema()));
      for (int i = 0; i < 10; i++) {
        @Nullable Object[] values = rows.row(format.latest());
        StoredRow stored = StoredRow.write(format, values);
        assertSameRow(stored.readNative(format), expectedAfterKey(format, values));
        assertSameRow(
            new RowDecoder(format).decode(stored.rowKey(), stored.valuesByFamily()),
            expectedAfterKey(format, values));
      }
    }
  }

  @Test
  void shouldReadRowsOfAllVersions() {
    Random random = Seed.random("RowAccessorTest.versions");
    RandomRows rows = new RandomRows(random);
    for (int table = 0; table < 100; table++) {
      SchemaHistory history = new SchemaHistory(rows.schema());
      for (int i = random.nextInt(8); i > 0; i--) {
        history = rows.evolve(history);
      }
      RowFormat format = new RowFormat(TABLE_ID, history);
      for (int i = 0; i < 20; i++) {
        int version = 1 + random.nextInt(history.latest().version());
        TableSchema schema = history.version(version);
        @Nullable Object[] values = rows.row(schema);
        StoredRow stored = StoredRow.writeVersion(format, version, values);
        @Nullable Object[] expected =
            asLatest(history, schema, expectedAfterKey(format, schema, values));
        assertSameRow(stored.readNative(format), expected);
        assertSameRow(
            new RowDecoder(format).decode(stored.rowKey(), stored.valuesByFamily()), expected);
      }
    }
  }

  /** Returns the values of a row of an older version as the latest version reads them. */
  private static @Nullable Object[] asLatest(
      SchemaHistory history, TableSchema written, @Nullable Object[] values) {
    return history.latest().columns().stream()
        .map(
            column ->
                written.hasColumn(column.id())
                    ? values[written.ordinal(column.id())]
                    : column.defaultValue())
        .toArray();
  }

  private static @Nullable Object[] expectedAfterKey(RowFormat format, @Nullable Object[] values) {
    return expectedAfterKey(format, format.latest(), values);
  }

  /**
   * Returns the values with -0.0 in key columns replaced by 0.0, because keys do not distinguish
   * them.
   */
  private static @Nullable Object[] expectedAfterKey(
      RowFormat format, TableSchema schema, @Nullable Object[] values) {
    @Nullable Object[] expected = values.clone();
    for (Column column : format.latest().keyColumns()) {
      int ordinal = schema.ordinal(column.id());
      if (expected[ordinal] instanceof Double number) {
        expected[ordinal] = number + 0.0;
      } else if (expected[ordinal] instanceof Float number) {
        expected[ordinal] = number + 0.0f;
      }
    }
    return expected;
  }

  private static void assertSameRow(@Nullable Object[] actual, @Nullable Object[] expected) {
    assertThat(Arrays.deepEquals(actual, expected))
        .as("actual %s expected %s", Arrays.deepToString(actual), Arrays.deepToString(expected))
        .isTrue();
  }

  @Test
  void shouldRejectValueTruncatedAtEveryByte() {
    RandomRows rows = new RandomRows(Seed.random("RowAccessorTest.cut"));
    for (int table = 0; table < 50; table++) {
      RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(rows.schema()));
      StoredRow stored = StoredRow.write(format, rows.row(format.latest()));
      RowAccessor accessor = accessorOfFirstFamily(format);
      RowDecoder decoder = new RowDecoder(format);
      byte[] key = format.keyCodec().familyKey(stored.rowKey(), 0).bytes();
      byte[] value = firstValue(stored);
      for (int length = 0; length < value.length; length++) {
        byte[] cut = Arrays.copyOf(value, length);
        assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, key, cut));
        for (Column column : familyColumns(format)) {
          assertCode(ErrorCode.STORE_CORRUPT, () -> decoder.decode(column, 0, cut));
        }
      }
      byte[] longer = Arrays.copyOf(value, value.length + 1);
      assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, key, longer));
    }
  }

  @Test
  void shouldRejectKeyTruncatedAtEveryByte() {
    RandomRows rows = new RandomRows(Seed.random("RowAccessorTest.cutKey"));
    for (int table = 0; table < 100; table++) {
      RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(rows.schema()));
      StoredRow stored = StoredRow.write(format, rows.row(format.latest()));
      RowAccessor accessor = accessorOfFirstFamily(format);
      byte[] key = format.keyCodec().familyKey(stored.rowKey(), 0).bytes();
      byte[] value = firstValue(stored);
      for (int length = 0; length < key.length; length++) {
        byte[] cut = Arrays.copyOf(key, length);
        assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, cut, value));
      }
    }
  }

  @Test
  void shouldReadOnlyWithinTheRowWhateverTheBytes() {
    Random random = Seed.random("RowAccessorTest.junk");
    RandomRows rows = new RandomRows(random);
    for (int table = 0; table < 100; table++) {
      RowFormat format = new RowFormat(TABLE_ID, new SchemaHistory(rows.schema()));
      StoredRow stored = StoredRow.write(format, rows.row(format.latest()));
      RowAccessor accessor = accessorOfFirstFamily(format);
      for (int i = 0; i < 50; i++) {
        byte[] key = format.keyCodec().familyKey(stored.rowKey(), 0).bytes().clone();
        byte[] value = firstValue(stored).clone();
        byte[] broken = random.nextInt(3) == 0 ? key : value;
        broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
        try {
          StoredRow.readNative(accessor, key, value);
        } catch (ColonnadeException e) {
          assertThat(e.code()).isIn(ErrorCode.STORE_CORRUPT, ErrorCode.UNKNOWN_SCHEMA_VERSION);
        }
      }
    }
  }

  @Test
  void shouldRejectDescendingEndOffsets() {
    RowFormat format =
        format(
            TableSchema.builder()
                .required("k", BIGINT)
                .nullable("a", TEXT)
                .nullable("b", TEXT)
                .nullable("c", TEXT)
                .key("k")
                .build());
    StoredRow stored = StoredRow.write(format, 1L, "one", "two", "three");
    byte[] value = firstValue(stored);
    RowLayout layout = format.layout(1, 0);
    value[layout.endOffsetsOffset()] = 12;
    RowAccessor accessor = accessorOfFirstFamily(format);
    byte[] key = stored.rowKey().bytes();

    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, key, value));
    assertCode(
        ErrorCode.STORE_CORRUPT,
        () -> new RowDecoder(format).decode(format.latest().column("a"), 0, value));
  }

  @Test
  void shouldRejectTombstoneAndUnknownFormatAndVersion() {
    RowFormat format = format(TableSchema.builder().required("k", BIGINT).key("k").build());
    RowAccessor accessor = accessorOfFirstFamily(format);
    byte[] key = format.keyCodec().encode(1L).bytes();
    byte[] tombstone = new byte[RowValueLayout.HEADER_BYTES];
    tombstone[RowValueLayout.SCHEMA_VERSION_OFFSET] = 1;
    tombstone[RowValueLayout.FLAGS_OFFSET] = RowValueLayout.FLAG_TOMBSTONE;
    tombstone[RowValueLayout.FORMAT_OFFSET] = RowValueLayout.FORMAT;
    byte[] newerFormat = firstValue(StoredRow.write(format, 1L));
    newerFormat[RowValueLayout.FORMAT_OFFSET]++;
    byte[] newerVersion = firstValue(StoredRow.write(format, 1L));
    newerVersion[RowValueLayout.SCHEMA_VERSION_OFFSET]++;
    byte[] noVersion = firstValue(StoredRow.write(format, 1L));
    noVersion[RowValueLayout.SCHEMA_VERSION_OFFSET] = 0;

    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, key, tombstone));
    assertCode(ErrorCode.STORE_CORRUPT, () -> StoredRow.readNative(accessor, key, newerFormat));
    assertCode(
        ErrorCode.UNKNOWN_SCHEMA_VERSION, () -> StoredRow.readNative(accessor, key, newerVersion));
    assertCode(
        ErrorCode.UNKNOWN_SCHEMA_VERSION, () -> StoredRow.readNative(accessor, key, noVersion));
  }

  @Test
  void shouldReadRowsOfOneAndOfMaximumColumns() {
    for (int count : new int[] {1, 2, 8, 9, TableSchema.COLUMNS_MAX}) {
      var builder = TableSchema.builder().required("k", INTEGER).key("k");
      List<@Nullable Object> values = new ArrayList<>(List.of(5));
      for (int i = 1; i < count; i++) {
        builder.nullable("c" + i, i % 2 == 0 ? TEXT : DOUBLE);
        values.add(i % 3 == 0 ? null : i % 2 == 0 ? "text " + i : (Object) (i * 0.5));
      }
      RowFormat format = format(builder.build());
      @Nullable Object[] row = values.toArray();

      assertSameRow(StoredRow.write(format, row).readNative(format), row);
    }
  }

  @Test
  void shouldReadWideOffsets() {
    RowFormat format =
        format(
            TableSchema.builder()
                .required("k", BIGINT)
                .nullable("a", BYTEA)
                .nullable("n", INTEGER)
                .nullable("b", TEXT)
                .nullable("c", TEXT)
                .key("k")
                .build());
    for (int length : new int[] {0xFFFF - 3, 0xFFFF - 2, 1 << 20}) {
      @Nullable Object[] row = {1L, new byte[length], 7, "abc", null};
      StoredRow stored = StoredRow.write(format, row);

      boolean wide =
          (firstValue(stored)[RowValueLayout.FLAGS_OFFSET] & RowValueLayout.FLAG_WIDE) != 0;
      assertThat(wide).isEqualTo(length + 3 > RowValueLayout.NARROW_VARIABLE_BYTES_MAX);
      assertSameRow(stored.readNative(format), row);
      assertSameRow(new RowDecoder(format).decode(stored.rowKey(), stored.valuesByFamily()), row);
    }
  }

  @Test
  void shouldReadTextKeysWithEscapesInBothDirections() {
    RowFormat format =
        format(
            TableSchema.builder()
                .required("a", TEXT)
                .required("b", TEXT)
                .required("c", BYTEA)
                .nullable("d", TEXT)
                .key("a")
                .key("b", SortDirection.DESCENDING)
                .key("c")
                .key("d", SortDirection.DESCENDING)
                .build());
    for (int length : new int[] {0, 1, 7, 8, 9, 300}) {
      String plain = "x".repeat(length);
      @Nullable Object[] row = {plain, "\0" + plain + "\0\0", new byte[length], plain + "\0y"};
      assertSameRow(StoredRow.write(format, row).readNative(format), row);
    }
  }

  @Test
  void shouldReadDefaultsOfAbsentFamily() {
    SchemaHistory history =
        new SchemaHistory(
            TableSchema.builder()
                .required("k", BIGINT)
                .nullable("a", TEXT)
                .key("k")
                .family("f0")
                .family("f1", "a")
                .build());
    SchemaHistory added =
        history.addColumn("n", INTEGER, false, 42, 1).addColumn("t", TEXT, true, "old", 1);
    RowFormat format = new RowFormat(TABLE_ID, added);
    StoredRow old = StoredRow.writeVersion(format, 1, 1L, null);
    StoredRow young = StoredRow.writeVersion(format, 3, 1L, null, 1, null);

    assertThat(old.valuesByFamily()).containsOnlyKeys(0);
    assertSameRow(old.readNative(format), new @Nullable Object[] {1L, null, 42, "old"});
    assertSameRow(young.readNative(format), new @Nullable Object[] {1L, null, 1, null});
  }

  @Test
  void shouldStoreAllNullValueIfItsAbsenceWouldMeanDefaults() {
    SchemaHistory history =
        new SchemaHistory(
            TableSchema.builder()
                .required("k", BIGINT)
                .nullable("a", TEXT)
                .key("k")
                .family("f0")
                .family("f1", "a")
                .build());
    RowFormat format = new RowFormat(TABLE_ID, history.addColumn("t", TEXT, true, "old", 1));
    StoredRow stored = StoredRow.write(format, 1L, null, null);

    assertThat(stored.valuesByFamily()).containsOnlyKeys(0, 1);
    assertSameRow(stored.readNative(format), new @Nullable Object[] {1L, null, null});
  }

  @Test
  void shouldRejectColumnOfAnotherFamily() {
    RowFormat format =
        format(
            TableSchema.builder()
                .required("k", BIGINT)
                .nullable("a", TEXT)
                .key("k")
                .family("f0")
                .family("f1", "a")
                .build());

    assertCode(
        ErrorCode.INVALID_ARGUMENT, () -> new RowAccessor(format, 0, format.latest().columns()));
  }

  private static RowFormat format(TableSchema schema) {
    return new RowFormat(TABLE_ID, new SchemaHistory(schema));
  }

  private static RowAccessor accessorOfFirstFamily(RowFormat format) {
    List<Column> wanted = new ArrayList<>(format.latest().keyColumns());
    wanted.addAll(familyColumns(format));
    return new RowAccessor(format, 0, wanted);
  }

  private static List<Column> familyColumns(RowFormat format) {
    return format.latest().columnsOf(format.latest().family(0));
  }

  private static byte[] firstValue(StoredRow row) {
    byte[] value = row.valuesByFamily().get(0);
    assertThat(value).isNotNull();
    return java.util.Objects.requireNonNull(value);
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
