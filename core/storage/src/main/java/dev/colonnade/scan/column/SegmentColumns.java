package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.segment.BufferCodec.Content;
import dev.colonnade.scan.segment.DamagedSegmentException;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentBuilder;
import dev.colonnade.scan.segment.SegmentPart;
import dev.colonnade.scan.segment.SegmentReader;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.schema.Column;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Columns of blocks as parts of segments: three buffers, which are validity, values and bytes of
 * the {@link ColumnVector}, empty where it has none; its form; and the smallest and largest value,
 * if they are known.
 */
public final class SegmentColumns {
  /** Most characters of the name of a column; enums of very many labels have longer ones. */
  private static final int NAME_LENGTH_MAX = 64 * 1024;

  private static final int VALIDITY = 0;
  private static final int VALUES = 1;
  private static final int BYTES = 2;
  private static final int BUFFERS = 3;
  private static final List<ColumnVector.Form> FORMS =
      List.of(ColumnVector.Form.STORED, ColumnVector.Form.CODED);

  private SegmentColumns() {}

  /**
   * Returns the name of the part of a column: everything that determines its bytes. Null if it
   * cannot be stored, which is so for defaults of rows that predate the column, and for enums of
   * very many labels.
   */
  public static @Nullable String name(Column column) {
    if (column.defaultValue() != null) {
      return null;
    }
    StringBuilder name = new StringBuilder();
    name.append(column.id()).append(' ').append(column.type().storage());
    name.append(' ').append(column.type());
    if (column.type() instanceof Enumerated(var type)) {
      for (EnumLabel label : type.labels()) {
        name.append(' ').append(label.rank()); // a vector has the positions of the ranks
      }
    }
    return name.length() > NAME_LENGTH_MAX ? null : name.toString();
  }

  /** Adds a part with a column. */
  public static void encode(
      Column column, String name, ColumnVector vector, int rowCount, SegmentBuilder to) {
    ArrowConversion kind = kind(column);
    boolean isCoded = vector.form() == ColumnVector.Form.CODED;
    to.addBuffer(Content.BYTES, vector.validity(), validityBytes(vector, rowCount));
    to.addBuffer(content(kind, isCoded), vector.values(), valueBytes(kind, isCoded, rowCount));
    to.addBuffer(Content.BYTES, vector.bytes(), variableBytes(kind, vector, rowCount));
    ValueRange range = vector.range();
    List<Long> numbers = range == null ? List.of() : List.of(range.min(), range.max());
    to.endPart(name, FORMS.indexOf(vector.form()), numbers);
  }

  private static ArrowConversion kind(Column column) {
    return BatchSchema.stored(List.of(column)).kind(0);
  }

  private static Content content(ArrowConversion kind, boolean isCoded) {
    return switch (kind) {
      case COPY2, LABEL2 -> Content.INT16;
      case COPY4, LABEL4 -> Content.INT32;
      case COPY8 -> Content.INT64;
      case VARIABLE -> isCoded ? Content.INT8 : Content.OFFSETS;
      case BIT, FLOAT4, FLOAT8, DECIMAL8, DECIMAL16, BYTES16 -> Content.BYTES;
    };
  }

  private static int validityBytes(ColumnVector vector, int rowCount) {
    return vector.validity() == ColumnVector.NO_ADDRESS
        ? 0
        : Math.toIntExact(BatchLayout.bytesOfBits(rowCount));
  }

  private static int valueBytes(ArrowConversion kind, boolean isCoded, int rowCount) {
    if (isCoded) {
      return rowCount;
    }
    long values = kind == ArrowConversion.VARIABLE ? rowCount + 1L : rowCount;
    return Math.toIntExact(BatchLayout.bytesOfBits(values * kind.bits()));
  }

  private static int variableBytes(ArrowConversion kind, ColumnVector vector, int rowCount) {
    if (kind != ArrowConversion.VARIABLE) {
      return 0;
    }
    return vector.form() == ColumnVector.Form.CODED
        ? TextDictionary.bytesWithSums(vector.bytes(), rowCount)
        : NativeMemory.getInt(vector.values() + (long) BatchLayout.OFFSET_BYTES * rowCount);
  }

  /**
   * Reads columns of a segment, which has them all; the caller closes the result.
   *
   * @throws IOException if the file cannot be read
   * @throws DamagedSegmentException if the content is not what was written
   */
  public static BlockColumns read(
      Segment segment, Map<Column, SegmentPart> parts, SegmentReader reader, RequestMemory memory)
      throws IOException {
    if (parts.isEmpty()) {
      return new BlockColumns(Map.of(), null);
    }
    long bytes = parts.values().stream().mapToLong(SegmentPart::rawBytes).sum();
    ArrowBuf buffer = memory.allocate(bytes);
    try {
      Map<Column, ColumnVector> vectors = new HashMap<>();
      long to = buffer.memoryAddress();
      for (Map.Entry<Column, SegmentPart> entry : parts.entrySet()) {
        reader.read(segment, entry.getValue(), to);
        vectors.put(entry.getKey(), vector(entry.getKey(), entry.getValue(), segment, to));
        to += entry.getValue().rawBytes();
      }
      return new BlockColumns(vectors, buffer);
    } catch (IOException | RuntimeException | Error e) {
      buffer.close();
      throw e;
    }
  }

  private static ColumnVector vector(Column column, SegmentPart part, Segment segment, long start) {
    if (part.bufferCount() != BUFFERS || part.form() < 0 || part.form() >= FORMS.size()) {
      throw new DamagedSegmentException("not a column part=" + part.name());
    }
    ColumnVector.Form form = FORMS.get(part.form());
    long values = start + aligned(part.rawBytes(VALIDITY));
    long bytes = values + aligned(part.rawBytes(VALUES));
    ArrowConversion kind = kind(column);
    ColumnVector vector =
        new ColumnVector(
            part.rawBytes(VALIDITY) == 0 ? ColumnVector.NO_ADDRESS : start,
            values,
            kind == ArrowConversion.VARIABLE ? bytes : ColumnVector.NO_ADDRESS,
            form,
            range(part));
    int rowCount = segment.rowCount();
    boolean isCoded = form == ColumnVector.Form.CODED;
    if (part.rawBytes(VALIDITY) != validityBytes(vector, rowCount)
        || part.rawBytes(VALUES) != valueBytes(kind, isCoded, rowCount)
        || part.rawBytes(BYTES) != variableBytes(kind, vector, rowCount)) {
      throw new DamagedSegmentException("wrong size of a column part=" + part.name());
    }
    return vector;
  }

  private static @Nullable ValueRange range(SegmentPart part) {
    List<Long> numbers = part.numbers();
    return numbers.size() < 2 ? null : new ValueRange(numbers.get(0), numbers.get(1));
  }

  private static long aligned(long bytes) {
    return BatchLayout.padded(bytes);
  }
}
