package dev.colonnade.sql.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fast-path decoder of COPY text rows: parses canonical text directly into the storage format of
 * rows, without an object per value. The result equals that of inserting the text as a statement
 * parameter; text that is not in canonical form is left to that slower path. A test verifies that
 * both paths agree.
 */
public final class CopyTextDecoder {
  /** Parser of a column's text. */
  private enum Reading {
    BOOLEAN,
    SMALLINT,
    INTEGER,
    BIGINT,
    REAL,
    DOUBLE,
    DECIMAL,
    DATE,
    TIMESTAMP,
    TEXT
  }

  private final Reading[] readings;
  private final int[] ordinals;
  private final int[] scales;

  private CopyTextDecoder(Reading[] readings, int[] ordinals, int[] scales) {
    this.readings = readings;
    this.ordinals = ordinals;
    this.scales = scales;
  }

  /**
   * Returns the decoder of some columns of a table, in the order of the fields of rows; null if the
   * type of a column is not supported, or has constraints.
   */
  public static @Nullable CopyTextDecoder of(TableSchema schema, List<Column> columns) {
    Reading[] readings = new Reading[columns.size()];
    int[] ordinals = new int[readings.length];
    int[] scales = new int[readings.length];
    for (int i = 0; i < readings.length; i++) {
      ColumnType type = columns.get(i).type();
      Reading reading = readingOf(type);
      if (reading == null || columns.get(i).domain() != null || columns.get(i).modifier() >= 0) {
        return null;
      }
      readings[i] = reading;
      ordinals[i] = schema.ordinal(columns.get(i).id());
      scales[i] = type instanceof Numeric numeric ? numeric.scale() : 0;
    }
    return new CopyTextDecoder(readings, ordinals, scales);
  }

  private static @Nullable Reading readingOf(ColumnType type) {
    return switch (type) {
      case Plain.BOOLEAN -> Reading.BOOLEAN;
      case Plain.SMALLINT -> Reading.SMALLINT;
      case Plain.INTEGER -> Reading.INTEGER;
      case Plain.BIGINT -> Reading.BIGINT;
      case Plain.REAL -> Reading.REAL;
      case Plain.DOUBLE -> Reading.DOUBLE;
      case Plain.DATE -> Reading.DATE;
      case Plain.TIMESTAMP -> Reading.TIMESTAMP;
      case Plain.TEXT -> Reading.TEXT;
      case Varchar _, Char _ -> Reading.TEXT;
      case Numeric(int precision, _) ->
          precision <= Numeric.LONG_PRECISION_MAX ? Reading.DECIMAL : null;
      case Plain _, Enumerated _, Packed _, ColumnType.Composite _ -> null;
    };
  }

  /**
   * Writes the fields of a text row into a storage row. Returns false if a field is not in
   * canonical form.
   *
   * @throws dev.colonnade.error.ColonnadeException if the value of a field is invalid for its
   *     column
   */
  public boolean put(CopyTextRows rows, int row, RowWriter into) {
    for (int i = 0; i < readings.length; i++) {
      if (rows.isNull(row, i)) {
        into.putNull(ordinals[i]);
      } else if (!put(i, rows.bytes(), rows.start(row, i), rows.end(row, i), into)) {
        return false;
      }
    }
    return true;
  }

  private boolean put(int column, byte[] bytes, int from, int to, RowWriter into) {
    int ordinal = ordinals[column];
    return switch (readings[column]) {
      case BOOLEAN -> {
        long truth = CanonicalTextParser.truth(bytes, from, to);
        if (truth != CanonicalTextParser.NOT_CANONICAL) {
          into.putBoolean(ordinal, truth == 1);
        }
        yield truth != CanonicalTextParser.NOT_CANONICAL;
      }
      case SMALLINT, INTEGER, BIGINT ->
          putInteger(column, CanonicalTextParser.integer(bytes, from, to), into);
      case DECIMAL -> {
        long units = CanonicalTextParser.decimal(bytes, from, to, scales[column]);
        // The greatest long stands for NaN in rows.
        yield units != Long.MAX_VALUE && putLong(ordinal, units, into);
      }
      case DATE -> {
        long days = CanonicalTextParser.date(bytes, from, to);
        if (days != CanonicalTextParser.NOT_CANONICAL) {
          into.putInt(ordinal, (int) days);
        }
        yield days != CanonicalTextParser.NOT_CANONICAL;
      }
      case TIMESTAMP -> putLong(ordinal, CanonicalTextParser.timestamp(bytes, from, to), into);
      case REAL, DOUBLE -> putNumber(column, bytes, from, to, into);
      case TEXT -> {
        boolean isText = CanonicalTextParser.hasNoZero(bytes, from, to);
        if (isText) {
          into.putBytes(ordinal, bytes, from, to - from);
        }
        yield isText;
      }
    };
  }

  private boolean putInteger(int column, long value, RowWriter into) {
    int ordinal = ordinals[column];
    return switch (readings[column]) {
      case SMALLINT -> {
        boolean fits = value == (short) value;
        if (fits) {
          into.putShort(ordinal, (short) value);
        }
        yield fits;
      }
      case INTEGER -> {
        boolean fits = value == (int) value;
        if (fits) {
          into.putInt(ordinal, (int) value);
        }
        yield fits;
      }
      case BIGINT -> putLong(ordinal, value, into);
      case BOOLEAN, REAL, DOUBLE, DECIMAL, DATE, TIMESTAMP, TEXT ->
          throw new IllegalStateException("no integer reading=" + readings[column]);
    };
  }

  private static boolean putLong(int ordinal, long value, RowWriter into) {
    if (value == CanonicalTextParser.NOT_CANONICAL) {
      return false;
    }
    into.putLong(ordinal, value);
    return true;
  }

  private boolean putNumber(int column, byte[] bytes, int from, int to, RowWriter into) {
    if (!CanonicalTextParser.isDecimalNumber(bytes, from, to)) {
      return false;
    }
    double value = Double.parseDouble(new String(bytes, from, to - from, ISO_8859_1));
    if (Double.isInfinite((float) value)) {
      return false;
    }
    if (readings[column] == Reading.REAL) {
      into.putFloat(ordinals[column], (float) value);
    } else {
      into.putDouble(ordinals[column], value);
    }
    return true;
  }
}
