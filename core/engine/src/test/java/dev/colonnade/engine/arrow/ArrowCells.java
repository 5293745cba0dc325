package dev.colonnade.engine.arrow;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.jspecify.annotations.Nullable;

/** Text form of rows in Arrow's own vectors, for comparison with decoded rows. */
final class ArrowCells {
  private ArrowCells() {}

  static String row(List<FieldVector> vectors, List<Column> columns, int row) {
    @Nullable Object[] values = new @Nullable Object[vectors.size()];
    for (int i = 0; i < values.length; i++) {
      FieldVector vector = vectors.get(i);
      values[i] = vector.isNull(row) ? null : value(vector, columns.get(i).type(), row);
    }
    return display(row(values));
  }

  /** Returns the row, which may hold null, with arrays as buffers. */
  static List<@Nullable Object> row(@Nullable Object... values) {
    List<@Nullable Object> row = new ArrayList<>();
    for (Object value : values) {
      row.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
    }
    return Collections.unmodifiableList(row);
  }

  private static Object value(FieldVector vector, ColumnType type, int row) {
    return switch (vector) {
      case DateDayVector days -> StoredForm.fromInt(type, days.get(row));
      case TimeMicroVector time -> StoredForm.fromLong(type, time.get(row));
      case TimeStampVector time -> StoredForm.fromLong(type, time.get(row));
      case FixedSizeBinaryVector bytes -> {
        ByteBuffer uuid = ByteBuffer.wrap(bytes.get(row));
        yield StoredForm.fromHalves(Plain.UUID, uuid.getLong(), uuid.getLong());
      }
      case BigIntVector number -> number.get(row);
      default -> vector.getObject(row);
    };
  }

  static String display(List<@Nullable Object> row) {
    StringBuilder line = new StringBuilder();
    for (Object value : row) {
      line.append(
              switch (value) {
                case ByteBuffer bytes -> hex(bytes);
                case BigDecimal number -> number.toPlainString();
                case null -> "NULL";
                default -> value.toString();
              })
          .append('|');
    }
    return line.toString();
  }

  private static String hex(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
