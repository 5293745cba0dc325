package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.KeyValuePage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/** Decoder of pages of both formats to Java values, which also verifies every byte of them. */
public final class Pages {
  private Pages() {}

  /** Returns the rows of a page, with the columns of the request's projection. */
  public static List<List<@Nullable Object>> rowsOf(ScanPage page, ScanRequest request) {
    List<List<@Nullable Object>> rows =
        switch (page) {
          case ColumnPage columns when request.options().format() == PageFormat.VECTORS ->
              VectorRows.of(columns, ScanTable.columnsOf(request));
          case ColumnPage columns -> rowsOf(columns.batch());
          case VectorPage vectors -> VectorRows.of(vectors, ScanTable.columnsOf(request));
          case KeyValuePage keyValues -> rowsOf(keyValues, request);
        };
    assertThat(rows).hasSize(page.rowCount());
    assertThat(page.usage().rows()).isEqualTo(page.rowCount());
    return rows;
  }

  /** Returns the content of a page's buffers, as text. */
  static String bytesOf(ScanPage page) {
    List<ArrowBuf> buffers =
        switch (page) {
          case ColumnPage columns -> columns.batch().buffers();
          case VectorPage _ -> throw new IllegalArgumentException("a page of vectors is not sent");
          case KeyValuePage keyValues -> List.of(keyValues.buffer());
        };
    StringBuilder text = new StringBuilder();
    for (ArrowBuf buffer : buffers) {
      int length = Math.toIntExact(buffer.readableBytes());
      byte[] bytes = NativeMemory.bytes(length == 0 ? 0 : buffer.memoryAddress(), length);
      text.append(HexFormat.of().formatHex(bytes)).append('|');
    }
    return text.toString();
  }

  private static List<List<@Nullable Object>> rowsOf(KeyValuePage page, ScanRequest request) {
    KeyCodec keys = request.target().format().keyCodec();
    List<Key> rowKeys = new ArrayList<>();
    List<Map<Integer, byte[]>> values = new ArrayList<>();
    page.forEach(
        (key, keyLength, value, valueLength) -> {
          Key stored = Key.wrap(NativeMemory.bytes(key, keyLength));
          Key rowKey = keys.rowKeyOf(stored);
          if (rowKeys.isEmpty() || !rowKeys.getLast().equals(rowKey)) {
            rowKeys.add(rowKey);
            values.add(new HashMap<>());
          }
          values.getLast().put(keys.familyOf(stored), NativeMemory.bytes(value, valueLength));
        });
    assertThat(page.usage().encodedBytes()).isEqualTo(page.buffer().readableBytes());
    RowDecoder decoder = new RowDecoder(request.target().format());
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < rowKeys.size(); i++) {
      rows.add(
          CellValues.row(
              decoder.decode(rowKeys.get(i), values.get(i), ScanTable.columnsOf(request))));
    }
    return rows;
  }

  /** Returns the rows of a batch, after a check of its bytes. */
  static List<List<@Nullable Object>> rowsOf(ColumnBatch batch) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    List<Column> columns = batch.schema().columns();
    for (int i = 0; i < batch.rowCount(); i++) {
      rows.add(new @Nullable Object[columns.size()]);
    }
    int buffer = 0;
    long bytes = 0;
    for (int i = 0; i < columns.size(); i++) {
      int count = columns.get(i).type().storage().isVariable() ? 3 : 2;
      List<ArrowBuf> buffers = batch.buffers().subList(buffer, buffer + count);
      ColumnReader reader = new ColumnReader(columns.get(i).type(), buffers);
      reader.readTo(rows, i, batch.nullCount(i));
      bytes += buffers.stream().mapToLong(b -> BatchLayout.padded(b.readableBytes())).sum();
      buffer += count;
    }
    assertThat(batch.buffers()).hasSize(buffer);
    long metadata = BatchLayout.metadataBytes(columns.size(), buffer);
    assertThat(batch.encodedBytes()).isEqualTo(batch.rowCount() == 0 ? 0 : bytes + metadata);
    return rows.stream().map(CellValues::row).toList();
  }

  /** Reader of one column, written from the Arrow specification alone. */
  private record ColumnReader(ColumnType type, List<ArrowBuf> buffers) {
    void readTo(List<@Nullable Object[]> rows, int column, int nullCount) {
      checkPadding();
      if (rows.isEmpty()) {
        assertThat(buffers).allSatisfy(buffer -> assertThat(buffer.readableBytes()).isZero());
        return;
      }
      int nulls = 0;
      for (int row = 0; row < rows.size(); row++) {
        if (isNull(row)) {
          nulls++;
          assertThat(slotIsZero(row)).as("slot of NULL is zero, row %s", row).isTrue();
        } else {
          rows.get(row)[column] = valueAt(row);
        }
      }
      assertThat(nulls).isEqualTo(nullCount);
      checkLengths(rows.size(), nulls);
    }

    private void checkPadding() {
      for (ArrowBuf buffer : buffers) {
        long length = buffer.readableBytes();
        for (long at = length; at < BatchLayout.padded(length); at++) {
          assertThat(NativeMemory.getByte(buffer.memoryAddress() + at)).as("padding").isZero();
        }
      }
    }

    private void checkLengths(int rows, int nulls) {
      assertThat(buffers.get(0).readableBytes()).isEqualTo(nulls == 0 ? 0 : (rows + 7) / 8);
      if (nulls > 0) {
        checkBitsBehind(buffers.get(0), rows);
      }
      if (type.storage().isVariable()) {
        assertThat(buffers.get(1).readableBytes()).isEqualTo(4L * (rows + 1));
        assertThat(buffers.get(1).getInt(0)).isZero();
        assertThat(buffers.get(2).readableBytes()).isEqualTo(buffers.get(1).getInt(4L * rows));
      } else if (slotBytes() == 0) {
        assertThat(buffers.get(1).readableBytes()).isEqualTo((rows + 7) / 8);
        checkBitsBehind(buffers.get(1), rows);
      } else {
        assertThat(buffers.get(1).readableBytes()).isEqualTo((long) slotBytes() * rows);
      }
    }

    private static void checkBitsBehind(ArrowBuf bits, int rows) {
      if ((rows & 7) != 0) {
        int last = Byte.toUnsignedInt(bits.getByte(rows / 8));
        assertThat(last >>> (rows & 7)).as("bits behind the last row").isZero();
      }
    }

    private boolean isNull(int row) {
      ArrowBuf validity = buffers.get(0);
      return validity.readableBytes() > 0 && (validity.getByte(row / 8) >>> (row & 7) & 1) == 0;
    }

    /** Returns the bytes of a value; 0 for bits. */
    private int slotBytes() {
      return switch (type.storage()) {
        case BOOL1 -> 0;
        case INT16, ENUM32 -> 2;
        case INT32, FLOAT32 -> 4;
        case INT64 -> type instanceof Numeric ? 16 : 8;
        case FLOAT64 -> 8;
        case INT128, BYTES16 -> 16;
        case VARIABLE -> throw new IllegalArgumentException("no slots");
      };
    }

    private boolean slotIsZero(int row) {
      ArrowBuf values = buffers.get(1);
      if (type.storage().isVariable()) {
        return values.getInt(4L * row) == values.getInt(4L * (row + 1));
      }
      if (slotBytes() == 0) {
        return (values.getByte(row / 8) >>> (row & 7) & 1) == 0;
      }
      for (int i = 0; i < slotBytes(); i++) {
        if (values.getByte((long) row * slotBytes() + i) != 0) {
          return false;
        }
      }
      return true;
    }

    private Object valueAt(int row) {
      ArrowBuf values = buffers.get(1);
      long at = type.storage().isVariable() ? 4L * row : (long) row * slotBytes();
      return switch (type.storage()) {
        case BOOL1 -> (values.getByte(row / 8) >>> (row & 7) & 1) != 0;
        case INT16 -> values.getShort(at);
        case INT32 -> StoredForm.fromInt(type, values.getInt(at));
        case INT64 -> {
          long low = values.getLong(at);
          if (type instanceof Numeric) {
            assertThat(values.getLong(at + 8)).as("sign extension").isEqualTo(low >> 63);
          }
          yield StoredForm.fromLong(type, low);
        }
        case INT128 -> StoredForm.fromHalves(type, values.getLong(at + 8), values.getLong(at));
        case FLOAT32 -> values.getFloat(at);
        case FLOAT64 -> values.getDouble(at);
        case BYTES16 ->
            StoredForm.fromHalves(
                type,
                Long.reverseBytes(values.getLong(at)),
                Long.reverseBytes(values.getLong(at + 8)));
        case ENUM32 -> ((Enumerated) type).type().labels().get(values.getShort(at)).label();
        case VARIABLE -> {
          int start = values.getInt(at);
          byte[] bytes = new byte[values.getInt(at + 4) - start];
          buffers.get(2).getBytes(start, bytes);
          yield StoredForm.fromBytes(type, bytes);
        }
      };
    }
  }
}
