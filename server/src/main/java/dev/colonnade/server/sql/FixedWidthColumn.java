package dev.colonnade.server.sql;

import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.SpecialNumeric;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/**
 * Writable view of a column of fixed width from one row on: contiguous little-endian values.
 *
 * @param type the type in which the column is sent
 * @param row index of the first row of the view
 */
@SuppressWarnings("ArrayRecordComponent") // a view of a buffer, never compared
record FixedWidthColumn(ArrowLayout form, WireType type, byte[] values, int row) {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int DECIMAL_BYTES = 16;

  /** Writes a value that is not NULL, of the Java class of its type. */
  void put(Object value) {
    int at = row * form.widthBytes();
    switch (form) {
      case INT16 -> SHORTS.set(values, at, ((Number) value).shortValue());
      case INT32 -> INTS.set(values, at, ((Number) value).intValue());
      case INT64 -> LONGS.set(values, at, ((Number) value).longValue());
      case FLOAT32 -> INTS.set(values, at, Float.floatToRawIntBits(((Number) value).floatValue()));
      case FLOAT64 ->
          LONGS.set(values, at, Double.doubleToRawLongBits(((Number) value).doubleValue()));
      case DECIMAL -> putDecimal(at, (BigDecimal) value);
      case UUID -> putUuid(at, (UUID) value);
      case DATE -> INTS.set(values, at, EpochMicros.ofLocalDate((LocalDate) value));
      case TIME -> LONGS.set(values, at, EpochMicros.ofLocalTime((LocalTime) value));
      case TIMESTAMP -> LONGS.set(values, at, EpochMicros.ofLocalDateTime((LocalDateTime) value));
      case TIMESTAMPTZ -> LONGS.set(values, at, EpochMicros.ofInstant((Instant) value));
      case BITS, TEXT, BYTES ->
          throw new IllegalArgumentException("not of fixed width: form=" + form);
    }
  }

  private void putDecimal(int at, BigDecimal value) {
    if (SpecialNumeric.isNaN(value)) {
      putHalves(at, type.nanHigh(), type.nanLow());
      return;
    }
    BigInteger unscaled = WireDecimals.scaled(value, type).unscaledValue();
    long low = unscaled.longValue();
    boolean isLong = unscaled.bitLength() < Long.SIZE;
    putHalves(
        at, isLong ? low >> (Long.SIZE - 1) : unscaled.shiftRight(Long.SIZE).longValue(), low);
  }

  private void putHalves(int at, long high, long low) {
    LONGS.set(values, at, low);
    LONGS.set(values, at + Long.BYTES, high);
  }

  private void putUuid(int at, UUID value) {
    LONGS.set(values, at, Long.reverseBytes(value.getMostSignificantBits()));
    LONGS.set(values, at + Long.BYTES, Long.reverseBytes(value.getLeastSignificantBits()));
  }

  /**
   * Writes values from {@code from} up to {@code to}, those of NULLs included, whose values are
   * undefined. Returns false if the column has a different layout.
   */
  boolean putLongs(long[] longs, VectorType source, int from, int to) {
    int shift = row - from;
    switch (form) {
      case INT16 -> {
        for (int i = from; i < to; i++) {
          SHORTS.set(values, (i + shift) * Short.BYTES, (short) longs[i]);
        }
      }
      case INT32, DATE -> {
        for (int i = from; i < to; i++) {
          INTS.set(values, (i + shift) * Integer.BYTES, (int) longs[i]);
        }
      }
      case INT64, TIME, TIMESTAMP, TIMESTAMPTZ -> {
        for (int i = from; i < to; i++) {
          LONGS.set(values, (i + shift) * Long.BYTES, longs[i]);
        }
      }
      case DECIMAL -> {
        if (source.scale() != type.scale()) {
          return false;
        }
        for (int i = from; i < to; i++) {
          int at = (i + shift) * DECIMAL_BYTES;
          putHalves(at, longs[i] >> (Long.SIZE - 1), longs[i]);
        }
      }
      case BITS, FLOAT32, FLOAT64, UUID, TEXT, BYTES -> {
        return false;
      }
    }
    return true;
  }

  /** Variant of {@link #putLongs} for doubles. */
  boolean putDoubles(double[] doubles, int from, int to) {
    if (form != ArrowLayout.FLOAT64) {
      return false;
    }
    int shift = row - from;
    for (int i = from; i < to; i++) {
      LONGS.set(values, (i + shift) * Double.BYTES, Double.doubleToRawLongBits(doubles[i]));
    }
    return true;
  }
}
