package dev.colonnade.server.sql;

import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlValueWriter;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.SpecialNumeric;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of short results: writes rows value by value, each with a type tag. Shorter and cheaper
 * than an Arrow record batch for few rows. Stateless between two calls.
 */
public final class TaggedRowEncoder {
  /** Maximum number of rows of a short result. */
  public static final int ROWS_MAX = 16;

  /** Maximum size of a short result, in bytes; text and byte values are checked before encoding. */
  static final int BYTES_MAX = 16 * 1024;

  private static final int FIRST_BYTES = 64;

  private final Column[] columns;

  private record Column(ArrowLayout form, WireType type, TypeKind kind) {}

  public TaggedRowEncoder(SqlRowDescription description, List<SqlColumn> sqlColumns) {
    columns = new Column[sqlColumns.size()];
    for (int i = 0; i < columns.length; i++) {
      SqlColumnInfo info = description.columns().get(i);
      columns[i] =
          new Column(ArrowLayout.of(info), info.type().carrier(), sqlColumns.get(i).type().kind());
    }
  }

  /**
   * Returns the encoded rows, whose values have the Java classes of the columns' types; null if
   * they exceed a limit.
   */
  public @Nullable ByteBuf write(List<@Nullable Object[]> rows, ByteBufAllocator allocator) {
    if (rows.size() > ROWS_MAX) {
      return null;
    }
    ByteBuf out = allocator.buffer(FIRST_BYTES);
    try {
      SqlValueWriter writer = new SqlValueWriter(out);
      for (@Nullable Object[] row : rows) {
        for (int i = 0; i < columns.length; i++) {
          Object value = wireValue(columns[i], row[i]);
          if (isLong(value) || out.readableBytes() > BYTES_MAX) {
            out.release();
            return null;
          }
          writer.write(value);
        }
      }
      return out;
    } catch (RuntimeException | Error e) {
      out.release();
      throw e;
    }
  }

  private static boolean isLong(@Nullable Object value) {
    return (value instanceof String text && text.length() > BYTES_MAX)
        || (value instanceof byte[] bytes && bytes.length > BYTES_MAX);
  }

  /** Converts a value to the Java class that a batch contains. */
  private static @Nullable Object wireValue(Column column, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    return switch (column.form) {
      case INT16 -> ((Number) value).shortValue();
      case INT32 -> ((Number) value).intValue();
      case INT64 -> ((Number) value).longValue();
      case FLOAT32 -> ((Number) value).floatValue();
      case FLOAT64 -> ((Number) value).doubleValue();
      case DECIMAL -> {
        BigDecimal number = (BigDecimal) value;
        yield SpecialNumeric.isNaN(number)
            ? (Object) Double.NaN
            : WireDecimals.scaled(number, column.type);
      }
      case TEXT -> value instanceof String text ? text : TextOutputFormat.of(column.kind, value);
      case DATE -> EpochTime.date(EpochMicros.ofLocalDate((LocalDate) value));
      case TIMESTAMP -> EpochTime.localDateTime(EpochMicros.ofLocalDateTime((LocalDateTime) value));
      case TIMESTAMPTZ -> EpochTime.instant(EpochMicros.ofInstant((Instant) value));
      case BITS, BYTES, UUID, TIME -> value;
    };
  }
}
