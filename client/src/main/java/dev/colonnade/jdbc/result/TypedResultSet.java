package dev.colonnade.jdbc.result;

import dev.colonnade.jdbc.cell.ColumnCells;
import dev.colonnade.jdbc.cell.DateCells;
import dev.colonnade.jdbc.cell.DecimalCells;
import dev.colonnade.jdbc.cell.FloatingCells;
import dev.colonnade.jdbc.cell.IntegerCells;
import dev.colonnade.jdbc.cell.TextCells;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.value.BytesBlob;
import dev.colonnade.jdbc.value.JdbcTypes;
import dev.colonnade.jdbc.value.ObjectConversions;
import dev.colonnade.jdbc.value.SqlDateCache;
import dev.colonnade.jdbc.value.TextClob;
import dev.colonnade.jdbc.value.ValueConversions;
import dev.colonnade.protocol.ProtocolException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Base class of result sets: the getters by column position, which convert to the requested type.
 */
abstract class TypedResultSet extends ReadOnlyResultSet {
  private boolean wasNull;

  /** Time zone of the JVM, read when a value that depends on it is first requested. */
  private @Nullable ZoneId zone;

  private @Nullable SqlDateCache midnights;

  /** Returns the column at a position, from 1, of the current page. */
  protected abstract ColumnCells cells(int column) throws SQLException;

  /** Returns the index of the current row within the page. */
  protected abstract int row();

  @Override
  public final boolean wasNull() {
    return wasNull;
  }

  @Override
  public @Nullable String getString(int column) throws SQLException {
    ColumnCells cells = cells(column);
    if (cells instanceof TextCells texts) {
      wasNull = texts.isNull(row());
      return wasNull ? null : texts.textAt(row());
    }
    Object value = value(cells);
    return value == null ? null : ValueConversions.text(value, zone());
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    Object value = value(column);
    return value != null && ValueConversions.booleanValue(value);
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) integer(column, Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) integer(column, Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) integer(column, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public long getLong(int column) throws SQLException {
    return integer(column, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    ColumnCells cells = cells(column);
    wasNull = cells.isNull(row());
    if (wasNull) {
      return 0;
    }
    return cells instanceof FloatingCells numbers
        ? numbers.doubleAt(row())
        : ValueConversions.doubleValue(nonNull(cells));
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int column) throws SQLException {
    ColumnCells cells = cells(column);
    if (cells instanceof DecimalCells decimals && !decimals.isNaN(row())) {
      wasNull = decimals.isNull(row());
      return wasNull ? null : decimals.decimalAt(row());
    }
    Object value = value(cells);
    return value == null ? null : ValueConversions.decimal(value);
  }

  @Deprecated
  @Override
  public @Nullable BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public byte @Nullable [] getBytes(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : ValueConversions.bytes(value);
  }

  @Override
  public @Nullable Date getDate(int column) throws SQLException {
    ColumnCells cells = cells(column);
    if (cells instanceof DateCells days) {
      wasNull = days.isNull(row());
      return wasNull ? null : midnights().date(days.dayAt(row()));
    }
    Object value = value(cells);
    return value == null ? null : ValueConversions.sqlDate(value, zone());
  }

  @Override
  public @Nullable Date getDate(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : ValueConversions.sqlDate(value, zone(calendar));
  }

  @Override
  public @Nullable Time getTime(int column) throws SQLException {
    return getTime(column, null);
  }

  @Override
  public @Nullable Time getTime(int column, @Nullable Calendar calendar) throws SQLException {
    Object value = value(column);
    return value == null ? null : ValueConversions.sqlTime(value, zone(calendar));
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, null);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int column, @Nullable Calendar calendar)
      throws SQLException {
    Object value = value(column);
    return value == null ? null : ValueConversions.sqlTimestamp(value, zone(calendar));
  }

  @Override
  public @Nullable Object getObject(int column) throws SQLException {
    Object value = value(column);
    return value == null ? null : ObjectConversions.standard(cells(column).type(), value, zone());
  }

  @Override
  public @Nullable Object getObject(int column, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlFailures.unsupported("a type map");
    }
    return getObject(column);
  }

  @Override
  public <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
    Object value = value(column);
    return value == null ? null : ObjectConversions.as(type, cells(column).type(), value, zone());
  }

  @Override
  public @Nullable Array getArray(int column) throws SQLException {
    Object value = value(column);
    if (value == null) {
      return null;
    }
    if (JdbcTypes.of(cells(column).type()) != Types.ARRAY) {
      throw SqlFailures.badConversion("the column is not an array: column=" + column);
    }
    return (Array) ObjectConversions.standard(cells(column).type(), value, zone());
  }

  @Override
  public @Nullable Reader getCharacterStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public @Nullable InputStream getBinaryStream(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public @Nullable InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Deprecated
  @Override
  public @Nullable InputStream getUnicodeStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public @Nullable URL getURL(int column) throws SQLException {
    String text = getString(column);
    try {
      return text == null ? null : URI.create(text).toURL();
    } catch (MalformedURLException | IllegalArgumentException malformed) {
      throw SqlFailures.badConversion("value is not a URL: value=" + text);
    }
  }

  @Override
  public @Nullable String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public @Nullable Blob getBlob(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new BytesBlob(bytes);
  }

  @Override
  public @Nullable Clob getClob(int column) throws SQLException {
    return getNClob(column);
  }

  @Override
  public @Nullable NClob getNClob(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new TextClob(text);
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw SqlFailures.unsupported("a Ref");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw SqlFailures.unsupported("a RowId");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw SqlFailures.unsupported("XML");
  }

  private @Nullable Object value(int column) throws SQLException {
    return value(cells(column));
  }

  private @Nullable Object value(ColumnCells cells) throws SQLException {
    wasNull = cells.isNull(row());
    return wasNull ? null : nonNull(cells);
  }

  private long integer(int column, long min, long max) throws SQLException {
    ColumnCells cells = cells(column);
    wasNull = cells.isNull(row());
    if (wasNull) {
      return 0;
    }
    if (cells instanceof IntegerCells numbers) {
      long value = numbers.longAt(row());
      if (value >= min && value <= max) {
        return value;
      }
    }
    return ValueConversions.integer(nonNull(cells), min, max);
  }

  private Object nonNull(ColumnCells cells) throws SQLException {
    try {
      return cells.valueAt(row());
    } catch (ProtocolException malformed) {
      throw SqlFailures.malformed(malformed);
    }
  }

  private ZoneId zone() {
    ZoneId known = zone;
    if (known == null) {
      known = ZoneId.systemDefault();
      zone = known;
    }
    return known;
  }

  private SqlDateCache midnights() {
    SqlDateCache known = midnights;
    if (known == null) {
      known = new SqlDateCache();
      midnights = known;
    }
    return known;
  }

  private ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? zone() : calendar.getTimeZone().toZoneId();
  }
}
