package dev.colonnade.scan;

import dev.colonnade.type.schema.Column;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Row values in a form that is compared by content. */
final class CellValues {
  private CellValues() {}

  /** Returns the row, which may contain null, with byte arrays as buffers. */
  static List<@Nullable Object> row(@Nullable Object... values) {
    List<@Nullable Object> row = new ArrayList<>();
    for (Object value : values) {
      row.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
    }
    return Collections.unmodifiableList(row);
  }

  /**
   * Returns the value that a key column returns for {@code value}: keys have one zero and one NaN.
   */
  static @Nullable Object asKey(@Nullable Object value) {
    return switch (value) {
      case Float number -> Float.intBitsToFloat(Float.floatToIntBits(number + 0.0f));
      case Double number -> Double.longBitsToDouble(Double.doubleToLongBits(number + 0.0));
      case null, default -> value;
    };
  }

  static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::name).toList();
  }
}
