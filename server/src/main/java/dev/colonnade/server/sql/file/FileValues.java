package dev.colonnade.server.sql.file;

import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversion of values of files and streams to types of SQL. */
public final class FileValues {
  private static final int UUID_BYTES = 16;

  private FileValues() {}

  /** Returns a value as the target type accepts it: of its Java class, or as text. */
  public static Object adapted(Object value, TypeKind target) {
    return switch (target) {
      case SMALLINT, INTEGER, BIGINT -> value instanceof Long ? value : textOf(value);
      case NUMERIC -> value instanceof Long || value instanceof BigDecimal ? value : textOf(value);
      case REAL, DOUBLE -> value instanceof Number ? value : textOf(value);
      case BOOLEAN -> value instanceof Boolean ? value : textOf(value);
      case BYTEA -> value instanceof byte[] ? value : textOf(value);
      case DATE -> value instanceof LocalDate ? value : textOf(value);
      case TIME -> value instanceof LocalTime ? value : textOf(value);
      case TIMESTAMP -> value instanceof LocalDateTime ? value : ofTimestamp(value);
      case TIMESTAMPTZ -> value instanceof Instant ? value : textOf(value);
      case UUID ->
          value instanceof byte[] bytes && bytes.length == UUID_BYTES ? uuid(bytes) : ofUuid(value);
      case ARRAY -> value instanceof List<?> list ? texts(list) : textOf(value);
      default -> textOf(value);
    };
  }

  /** A point in time is its date and time in UTC. */
  private static Object ofTimestamp(Object value) {
    return value instanceof Instant instant
        ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        : textOf(value);
  }

  private static Object ofUuid(Object value) {
    return value instanceof UUID ? value : textOf(value);
  }

  private static List<@Nullable Object> texts(List<?> values) {
    List<@Nullable Object> texts = new ArrayList<>(values.size());
    for (Object value : values) {
      texts.add(value == null ? null : value instanceof List<?> list ? texts(list) : textOf(value));
    }
    return texts;
  }

  private static UUID uuid(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  private static String textOf(Object value) {
    return switch (value) {
      case byte[] bytes -> "\\x" + HexFormat.of().formatHex(bytes);
      case BigDecimal number -> number.toPlainString();
      default -> value.toString();
    };
  }
}
