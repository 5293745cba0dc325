package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.value.ParameterConversions;
import dev.colonnade.jdbc.value.ValueConversions;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/** Base class of prepared statements: the parameter setters. */
abstract class AbstractPreparedStatement extends JdbcStatement implements PreparedStatement {
  AbstractPreparedStatement(Owner connection, int scrollType) {
    super(connection, scrollType);
  }

  /** Binds a value of one of the classes that {@link ParameterConversions#plain} returns. */
  abstract void bind(int parameter, @Nullable Object value) throws SQLException;

  @Override
  public void setNull(int parameter, int sqlType) throws SQLException {
    bind(parameter, null);
  }

  @Override
  public void setNull(int parameter, int sqlType, @Nullable String typeName) throws SQLException {
    bind(parameter, null);
  }

  @Override
  public void setBoolean(int parameter, boolean value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setByte(int parameter, byte value) throws SQLException {
    bind(parameter, (short) value);
  }

  @Override
  public void setShort(int parameter, short value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setInt(int parameter, int value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setLong(int parameter, long value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setFloat(int parameter, float value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setDouble(int parameter, double value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setBigDecimal(int parameter, @Nullable BigDecimal value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setString(int parameter, @Nullable String value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setNString(int parameter, @Nullable String value) throws SQLException {
    bind(parameter, value);
  }

  @Override
  public void setBytes(int parameter, byte @Nullable [] value) throws SQLException {
    bind(parameter, value == null ? null : value.clone());
  }

  @Override
  public void setDate(int parameter, @Nullable Date value) throws SQLException {
    setDate(parameter, value, null);
  }

  @Override
  public void setDate(int parameter, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    bind(parameter, value == null ? null : ParameterConversions.dateTime(value, zone(calendar)));
  }

  @Override
  public void setTime(int parameter, @Nullable Time value) throws SQLException {
    setTime(parameter, value, null);
  }

  @Override
  public void setTime(int parameter, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    bind(parameter, value == null ? null : ParameterConversions.dateTime(value, zone(calendar)));
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value) throws SQLException {
    setTimestamp(parameter, value, null);
  }

  @Override
  public void setTimestamp(int parameter, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    bind(parameter, value == null ? null : ParameterConversions.dateTime(value, zone(calendar)));
  }

  @Override
  public void setObject(int parameter, @Nullable Object value) throws SQLException {
    bind(parameter, ParameterConversions.plain(value));
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, int sqlType) throws SQLException {
    setObject(parameter, value, sqlType, -1);
  }

  @Override
  public void setObject(int parameter, @Nullable Object value, int sqlType, int scale)
      throws SQLException {
    Object plain = ParameterConversions.plain(value);
    bind(parameter, plain == null ? null : asType(plain, sqlType, scale));
  }

  /**
   * Converts a value to the class of a JDBC type.
   *
   * @param sqlType a constant of {@link Types}; values of types that have no conversion are
   *     returned as they are
   * @param scale digits after the decimal point of NUMERIC and DECIMAL; below 0 for the value's own
   */
  static Object asType(Object value, int sqlType, int scale) throws SQLException {
    return switch (sqlType) {
      case Types.TINYINT, Types.SMALLINT ->
          (short) ValueConversions.integer(value, Short.MIN_VALUE, Short.MAX_VALUE);
      case Types.INTEGER ->
          (int) ValueConversions.integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case Types.BIGINT -> ValueConversions.integer(value, Long.MIN_VALUE, Long.MAX_VALUE);
      case Types.REAL -> (float) ValueConversions.doubleValue(value);
      case Types.FLOAT, Types.DOUBLE -> ValueConversions.doubleValue(value);
      case Types.NUMERIC, Types.DECIMAL -> numeric(value, scale);
      case Types.BIT, Types.BOOLEAN -> ValueConversions.booleanValue(value);
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.NCHAR ->
          ParameterConversions.text(value);
      case Types.DATE -> ParameterConversions.datePart(value);
      case Types.TIME -> ParameterConversions.timePart(value);
      default -> value;
    };
  }

  /** Returns a BigDecimal, or a Double for a NUMERIC that is no number. */
  private static Number numeric(Object value, int scale) throws SQLException {
    if (value instanceof Double || value instanceof Float || value instanceof String) {
      double number = ValueConversions.doubleValue(value);
      if (Double.isNaN(number) || isInfinite(value)) {
        return number;
      }
    }
    BigDecimal number = ValueConversions.decimal(value);
    return scale < 0 ? number : number.setScale(scale, RoundingMode.HALF_UP);
  }

  /** Returns whether a value is infinite, which the text of a large number is not. */
  private static boolean isInfinite(Object value) {
    return value instanceof String text
        ? text.strip().endsWith("Infinity")
        : Double.isInfinite(((Number) value).doubleValue());
  }

  @Override
  public void setArray(int parameter, @Nullable Array value) throws SQLException {
    setObject(parameter, value);
  }

  @Override
  public void setURL(int parameter, @Nullable URL value) throws SQLException {
    bind(parameter, value == null ? null : value.toString());
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
    setCharacterStream(parameter, value, Long.MAX_VALUE);
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader value, int length)
      throws SQLException {
    setCharacterStream(parameter, value, (long) length);
  }

  @Override
  public void setCharacterStream(int parameter, @Nullable Reader value, long length)
      throws SQLException {
    bind(parameter, value == null ? null : ParameterConversions.text(value, length));
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader value) throws SQLException {
    setCharacterStream(parameter, value);
  }

  @Override
  public void setNCharacterStream(int parameter, @Nullable Reader value, long length)
      throws SQLException {
    setCharacterStream(parameter, value, length);
  }

  @Override
  public void setClob(int parameter, @Nullable Reader value) throws SQLException {
    setCharacterStream(parameter, value);
  }

  @Override
  public void setClob(int parameter, @Nullable Reader value, long length) throws SQLException {
    setCharacterStream(parameter, value, length);
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader value) throws SQLException {
    setCharacterStream(parameter, value);
  }

  @Override
  public void setNClob(int parameter, @Nullable Reader value, long length) throws SQLException {
    setCharacterStream(parameter, value, length);
  }

  @Override
  public void setClob(int parameter, @Nullable Clob value) throws SQLException {
    setObject(parameter, value);
  }

  @Override
  public void setNClob(int parameter, @Nullable NClob value) throws SQLException {
    setObject(parameter, value);
  }

  @Override
  public void setBlob(int parameter, @Nullable Blob value) throws SQLException {
    setObject(parameter, value);
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream value) throws SQLException {
    setBinaryStream(parameter, value);
  }

  @Override
  public void setBlob(int parameter, @Nullable InputStream value, long length) throws SQLException {
    setBinaryStream(parameter, value, length);
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream value) throws SQLException {
    setBinaryStream(parameter, value, Long.MAX_VALUE);
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream value, int length)
      throws SQLException {
    setBinaryStream(parameter, value, (long) length);
  }

  @Override
  public void setBinaryStream(int parameter, @Nullable InputStream value, long length)
      throws SQLException {
    bind(parameter, value == null ? null : ParameterConversions.bytes(value, length));
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream value) throws SQLException {
    setAsciiStream(parameter, value, Long.MAX_VALUE);
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream value, int length)
      throws SQLException {
    setAsciiStream(parameter, value, (long) length);
  }

  @Override
  public void setAsciiStream(int parameter, @Nullable InputStream value, long length)
      throws SQLException {
    bind(
        parameter,
        value == null
            ? null
            : new String(ParameterConversions.bytes(value, length), StandardCharsets.US_ASCII));
  }

  @Deprecated
  @Override
  public void setUnicodeStream(int parameter, @Nullable InputStream value, int length)
      throws SQLException {
    bind(
        parameter,
        value == null
            ? null
            : new String(ParameterConversions.bytes(value, length), StandardCharsets.UTF_8));
  }

  @Override
  public void setRef(int parameter, @Nullable Ref value) throws SQLException {
    throw SqlFailures.unsupported("a Ref");
  }

  @Override
  public void setRowId(int parameter, @Nullable RowId value) throws SQLException {
    throw SqlFailures.unsupported("a RowId");
  }

  @Override
  public void setSQLXML(int parameter, @Nullable SQLXML value) throws SQLException {
    throw SqlFailures.unsupported("XML");
  }

  private static ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }
}
