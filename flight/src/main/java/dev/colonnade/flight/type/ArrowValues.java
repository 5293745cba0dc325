package dev.colonnade.flight.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.sql.file.FileValues;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the values of a vector as values of a SQL type: objects of the type's Java class, or
 * texts that the type parses.
 */
public final class ArrowValues {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Source source;
  private final ValueVector vector;
  private final TypeKind target;

  private ArrowValues(ValueVector vector, SqlType type) {
    this.vector = vector;
    this.target = type.kind();
    this.source = source(vector);
  }

  @FunctionalInterface
  private interface Source {
    Object read(int row);
  }

  /**
   * Returns a reader.
   *
   * @param type type of SQL of the values
   * @throws ColonnadeException UNSUPPORTED if values of the vector's type cannot be read
   */
  public static ArrowValues of(FieldVector vector, SqlType type) {
    return new ArrowValues(vector, type);
  }

  /** Returns the value of a row; null for NULL. */
  public @Nullable Object read(int row) {
    return vector instanceof NullVector || vector.isNull(row)
        ? null
        : FileValues.adapted(source.read(row), target);
  }

  private static Source source(ValueVector vector) {
    return switch (vector) {
      case BigIntVector v -> v::get;
      case BitVector v -> row -> v.get(row) != 0;
      case UInt8Vector v -> row -> unsigned(v.get(row));
      case BaseIntVector v -> v::getValueAsLong;
      case Float2Vector v -> v::getValueAsFloat;
      case Float4Vector v -> v::get;
      case Float8Vector v -> v::get;
      case DecimalVector v -> v::getObject;
      case Decimal256Vector v -> v::getObject;
      case VarCharVector v -> row -> text(v.get(row));
      case LargeVarCharVector v -> row -> text(v.get(row));
      case ViewVarCharVector v -> row -> text(v.get(row));
      case VarBinaryVector v -> v::get;
      case LargeVarBinaryVector v -> v::get;
      case ViewVarBinaryVector v -> v::get;
      case FixedSizeBinaryVector v -> v::get;
      case NullVector _ -> row -> "";
      default -> sourceOfTime(vector);
    };
  }

  private static Source sourceOfTime(ValueVector vector) {
    return switch (vector) {
      case DateDayVector v -> row -> LocalDate.ofEpochDay(v.get(row));
      case DateMilliVector v -> row -> LocalDate.ofEpochDay(Math.floorDiv(v.get(row), 86_400_000L));
      case TimeSecVector v -> row -> LocalTime.ofSecondOfDay(v.get(row));
      case TimeMilliVector v -> row -> LocalTime.ofNanoOfDay(v.get(row) * 1_000_000L);
      case TimeMicroVector v -> row -> LocalTime.ofNanoOfDay(v.get(row) * 1_000L);
      case TimeNanoVector v -> row -> LocalTime.ofNanoOfDay(v.get(row));
      case TimeStampVector v -> timestamps(v);
      case ListVector v ->
          row -> list(v.getDataVector(), v.getElementStartIndex(row), v.getElementEndIndex(row));
      case LargeListVector v ->
          row ->
              list(
                  v.getDataVector(),
                  Math.toIntExact(v.getElementStartIndex(row)),
                  Math.toIntExact(v.getElementEndIndex(row)));
      case FixedSizeListVector v ->
          row -> list(v.getDataVector(), row * v.getListSize(), (row + 1) * v.getListSize());
      default ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "values of this Arrow type cannot be read: column=%s type=%s"
                  .formatted(vector.getName(), vector.getField().getType()));
    };
  }

  private static List<@Nullable Object> list(ValueVector elements, int from, int to) {
    Source source = source(elements);
    List<@Nullable Object> list = new ArrayList<>(to - from);
    for (int i = from; i < to; i++) {
      list.add(elements.isNull(i) ? null : source.read(i));
    }
    return list;
  }

  private static Source timestamps(TimeStampVector vector) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    long perSecond = perSecond(type.getUnit());
    long nanosPerUnit = NANOS_PER_SECOND / perSecond;
    boolean hasZone = type.getTimezone() != null;
    return row -> {
      long units = vector.get(row);
      Instant instant =
          Instant.ofEpochSecond(
              Math.floorDiv(units, perSecond), Math.floorMod(units, perSecond) * nanosPerUnit);
      return hasZone ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    };
  }

  private static long perSecond(TimeUnit unit) {
    return switch (unit) {
      case SECOND -> 1;
      case MILLISECOND -> 1_000;
      case MICROSECOND -> 1_000_000;
      case NANOSECOND -> NANOS_PER_SECOND;
    };
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Object unsigned(long value) {
    return value >= 0
        ? (Object) value
        : new BigDecimal(new BigInteger(Long.toUnsignedString(value)));
  }
}
