package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the columns of blocks: storage width, dictionaries, ranges. */
class BlockColumnsTest {
  private static final int ROWS = 1000;

  private final RootAllocator allocator = new RootAllocator();
  private final RequestMemory memory = RequestMemory.of(allocator, 1 << 24);

  @AfterEach
  void close() {
    memory.release();
    allocator.close();
  }

  private static Column column(ColumnType type) {
    return TableSchema.builder()
        .required("id", Plain.INTEGER)
        .nullable("value", type)
        .key("id")
        .build()
        .columns()
        .get(1);
  }

  /** Returns the columns of a block whose rows have these texts; null is NULL. */
  private BlockColumns texts(Column column, List<@Nullable String> texts) {
    BatchSchema schema = BatchSchema.stored(List.of(column));
    int bytes = texts.stream().mapToInt(text -> text == null ? 0 : text.length()).sum();
    BatchMemory written = new BatchMemory(schema, memory, texts.size(), new int[] {bytes});
    NativeMemory.fill(written.validity[0], BatchLayout.bytesOfBits(texts.size()), (byte) 0);
    int used = 0;
    int nulls = 0;
    for (int row = 0; row < texts.size(); row++) {
      String text = texts.get(row);
      byte[] value = text == null ? new byte[0] : text.getBytes(StandardCharsets.US_ASCII);
      NativeMemory.copy(value, 0, written.bytes[0] + used, value.length);
      used += value.length;
      NativeMemory.putInt(written.values[0] + 4L * (row + 1), used);
      nulls += text == null ? 1 : 0;
      if (text != null) {
        long address = written.validity[0] + row / 8;
        NativeMemory.putByte(address, (byte) (NativeMemory.getByte(address) | 1 << (row & 7)));
      }
    }
    long validityBytes = nulls == 0 ? 0 : BatchLayout.bytesOfBits(texts.size());
    ColumnBatch batch =
        new ColumnBatch(
            schema,
            texts.size(),
            new int[] {nulls},
            List.of(
                written.slice(written.validity[0], validityBytes),
                written.slice(written.values[0], 4L * (texts.size() + 1)),
                written.slice(written.bytes[0], bytes)),
            written.buffer());
    try (batch) {
      return new BlockColumns.Builder(schema, memory).build(batch);
    }
  }

  private static @Nullable String text(ColumnVector vector, int row) {
    if (vector.isNull(row)) {
      return null;
    }
    if (vector.form() == ColumnVector.Form.CODED) {
      int code = vector.code(row);
      return string(
          TextDictionary.entryAddress(vector.bytes(), code),
          TextDictionary.entryLength(vector.bytes(), code));
    }
    int start = NativeMemory.getInt(vector.values() + 4L * row);
    return string(
        vector.bytes() + start, NativeMemory.getInt(vector.values() + 4L * (row + 1L)) - start);
  }

  private static String string(long address, int length) {
    return new String(NativeMemory.bytes(address, length), StandardCharsets.US_ASCII);
  }

  private void checkTexts(List<@Nullable String> texts, ColumnVector.Form form) {
    Column column = column(Plain.TEXT);
    try (BlockColumns block = texts(column, texts)) {
      ColumnVector vector = requireNonNull(block.vectors().get(column));
      assertThat(vector.form()).isEqualTo(form);
      for (int row = 0; row < texts.size(); row++) {
        assertThat(text(vector, row)).isEqualTo(texts.get(row));
      }
    }
  }

  @Test
  void shouldCodeTextsOfFewValues() {
    List<@Nullable String> texts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      texts.add("value of some length ".substring(row % 21) + row % 12);
    }
    checkTexts(texts, ColumnVector.Form.CODED);
  }

  @Test
  void shouldCodeNullBesideTheEmptyText() {
    List<@Nullable String> texts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      texts.add(row % 3 == 0 ? null : row % 3 == 1 ? "" : "x");
    }
    checkTexts(texts, ColumnVector.Form.CODED);
  }

  @Test
  void shouldCodeAsManyValuesAsACodeHas() {
    for (int distinct : List.of(TextDictionary.ENTRIES_MAX, TextDictionary.ENTRIES_MAX + 1)) {
      List<@Nullable String> texts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        texts.add("value " + row % distinct);
      }
      boolean isCoded = distinct <= TextDictionary.ENTRIES_MAX;
      checkTexts(texts, isCoded ? ColumnVector.Form.CODED : ColumnVector.Form.STORED);
    }
  }

  @Test
  void shouldCountTheBytesOfCodedTextsBetweenAnyRows() {
    Column column = column(Plain.TEXT);
    List<@Nullable String> texts = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      texts.add(row % 7 == 0 ? null : "value of some length".substring(row % 11));
    }
    BatchSchema schema = BatchSchema.stored(List.of(column));
    for (int rowCount : List.of(127, 128, 129, 256, ROWS)) {
      try (BlockColumns block = texts(column, texts.subList(0, rowCount))) {
        ColumnVector vector = requireNonNull(block.vectors().get(column));
        assertThat(vector.form()).isEqualTo(ColumnVector.Form.CODED);
        ColumnVectors vectors = new ColumnVectors(schema, new ColumnVector[] {vector});
        int bytes = 0;
        for (int row = 0; row <= rowCount; row++) {
          assertThat(vectors.variableBytes(0, row)).isEqualTo(bytes);
          assertThat(vectors.variableBytes(row / 2, row))
              .isEqualTo(bytes - vectors.variableBytes(0, row / 2));
          String text = row == rowCount ? null : texts.get(row);
          bytes += text == null ? 0 : text.length();
        }
      }
    }
  }

  @Test
  void shouldNotCodeTextsThatAreAllDifferent() {
    checkTexts(List.of("a", "b", "c", "a longer one"), ColumnVector.Form.STORED);
  }

  /** Returns the columns of a block of int64 values. */
  private BlockColumns longs(Column column, long... values) {
    BatchSchema schema = BatchSchema.stored(List.of(column));
    BatchMemory written = new BatchMemory(schema, memory, values.length, new int[1]);
    for (int row = 0; row < values.length; row++) {
      NativeMemory.putLong(written.values[0] + 8L * row, values[row]);
    }
    ColumnBatch batch =
        new ColumnBatch(
            schema,
            values.length,
            new int[1],
            List.of(
                written.slice(written.validity[0], 0),
                written.slice(written.values[0], 8L * values.length)),
            written.buffer());
    try (batch) {
      return new BlockColumns.Builder(schema, memory).build(batch);
    }
  }

  @Test
  void shouldRecordTheRangeOfEightByteNumbers() {
    for (ColumnType type : List.of(Plain.BIGINT, new Numeric(15, 2))) {
      Column column = column(type);
      try (BlockColumns block = longs(column, 7, -3, Long.MAX_VALUE, 0)) {
        ColumnVector vector = requireNonNull(block.vectors().get(column));
        assertThat(vector.range()).isEqualTo(new ValueRange(-3, Long.MAX_VALUE));
        assertThat(NativeMemory.getLong(vector.values() + 8)).isEqualTo(-3);
      }
    }
  }

  @Test
  void shouldNotCountNullsInARange() {
    ArrowMemory bits = new ArrowMemory(memory);
    try (bits) {
      NativeMemory.putByte(bits.address(), (byte) 0b110);
      for (int row = 0; row < 3; row++) {
        NativeMemory.putInt(bits.address() + 8 + 4L * row, new int[] {0, 5, 9}[row]);
      }
      ColumnVector vector =
          new ColumnVector(
              bits.address(),
              bits.address() + 8,
              ColumnVector.NO_ADDRESS,
              ColumnVector.Form.STORED,
              null);
      assertThat(vector.rangeOf(Plain.DATE, 3)).isEqualTo(new ValueRange(5, 9));
      assertThat(vector.rangeOf(Plain.DATE, 1)).isNull();
      assertThat(vector.rangeOf(Plain.DOUBLE, 3)).isNull();
    }
  }

  /** Some native memory. */
  private static final class ArrowMemory implements AutoCloseable {
    private final org.apache.arrow.memory.ArrowBuf buffer;

    ArrowMemory(RequestMemory memory) {
      buffer = memory.allocate(64);
    }

    long address() {
      return buffer.memoryAddress();
    }

    @Override
    public void close() {
      buffer.close();
    }
  }
}
