package dev.colonnade.sql.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a table whose values are written as text and go straight into the form in which rows
 * are stored, without an object for each. What they make of a text is what the statement that
 * inserts it as a parameter makes of it; where that is not certain at once, they leave it to that.
 */
public final class PlainColumns {
  /** How text becomes a value. */
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

  private PlainColumns(Reading[] readings, int[] ordinals, int[] scales) {
    this.readings = readings;
    this.ordinals = ordinals;
    this.scales = scales;
  }

  /**
   * Some columns of a table, in the order of the fields of rows; null if one of them has a type
   * that is not read here.
   */
  public static @Nullable PlainColumns of(TableSchema schema, List<Column> columns) {
    Reading[] readings = new Reading[columns.size()];
    int[] ordinals = new int[readings.length];
    int[] scales = new int[readings.length];
    for (int i = 0; i < readings.length; i++) {
      ColumnType type = columns.get(i).type();
      Reading reading = readingOf(type);
      if (reading == null) {
        return null;
      }
      readings[i] = reading;
      ordinals[i] = schema.ordinal(columns.get(i).id());
      scales[i] = type instanceof Numeric numeric ? numeric.scale() : 0;
    }
    return new PlainColumns(readings, ordinals, scales);
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
      case Plain _, Enumerated _, Packed _ -> null;
    };
  }

  /**
   * Puts the fields of a row into a row that is to be stored. Returns false if one of them is
   * written in another way than the plainest.
   *
   * @throws dev.colonnade.error.ColonnadeException if the value of a field is none of its column
   */
  public boolean put(TextRows rows, int row, RowWriter into) {
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
        long truth = PlainText.truth(bytes, from, to);
        if (truth != PlainText.NOT_PLAIN) {
          into.putBoolean(ordinal, truth == 1);
        }
        yield truth != PlainText.NOT_PLAIN;
      }
      case SMALLINT, INTEGER, BIGINT ->
          putInteger(column, PlainText.integer(bytes, from, to), into);
      case DECIMAL -> putLong(ordinal, PlainText.decimal(bytes, from, to, scales[column]), into);
      case DATE -> {
        long days = PlainText.date(bytes, from, to);
        if (days != PlainText.NOT_PLAIN) {
          into.putInt(ordinal, (int) days);
        }
        yield days != PlainText.NOT_PLAIN;
      }
      case TIMESTAMP -> putLong(ordinal, PlainText.timestamp(bytes, from, to), into);
      case REAL, DOUBLE -> putNumber(column, bytes, from, to, into);
      case TEXT -> {
        boolean isText = PlainText.hasNoZero(bytes, from, to);
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
    if (value == PlainText.NOT_PLAIN) {
      return false;
    }
    into.putLong(ordinal, value);
    return true;
  }

  private boolean putNumber(int column, byte[] bytes, int from, int to, RowWriter into) {
    if (!PlainText.isPlainNumber(bytes, from, to)) {
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
