package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Base class of callable statements: rejects every access to a parameter by name, because the
 * server does not report the parameter names of functions to the driver.
 */
abstract class PositionalCallableStatement extends JdbcPreparedStatement
    implements CallableStatement {
  PositionalCallableStatement(Owner connection, String sql, int scrollType, boolean wantsKeys) {
    super(connection, sql, scrollType, wantsKeys);
  }

  private static SQLException byName() {
    return SqlFailures.unsupported("a parameter by its name");
  }

  @Override
  public void registerOutParameter(String name, int sqlType) throws SQLException {
    throw byName();
  }

  @Override
  public void registerOutParameter(String name, int sqlType, int scale) throws SQLException {
    throw byName();
  }

  @Override
  public void registerOutParameter(String name, int sqlType, @Nullable String typeName)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setURL(String name, @Nullable URL value) throws SQLException {
    throw byName();
  }

  @Override
  public void setNull(String name, int sqlType) throws SQLException {
    throw byName();
  }

  @Override
  public void setBoolean(String name, boolean value) throws SQLException {
    throw byName();
  }

  @Override
  public void setByte(String name, byte value) throws SQLException {
    throw byName();
  }

  @Override
  public void setShort(String name, short value) throws SQLException {
    throw byName();
  }

  @Override
  public void setInt(String name, int value) throws SQLException {
    throw byName();
  }

  @Override
  public void setLong(String name, long value) throws SQLException {
    throw byName();
  }

  @Override
  public void setFloat(String name, float value) throws SQLException {
    throw byName();
  }

  @Override
  public void setDouble(String name, double value) throws SQLException {
    throw byName();
  }

  @Override
  public void setBigDecimal(String name, @Nullable BigDecimal value) throws SQLException {
    throw byName();
  }

  @Override
  public void setString(String name, @Nullable String value) throws SQLException {
    throw byName();
  }

  @Override
  public void setBytes(String name, byte @Nullable [] value) throws SQLException {
    throw byName();
  }

  @Override
  public void setDate(String name, @Nullable Date value) throws SQLException {
    throw byName();
  }

  @Override
  public void setTime(String name, @Nullable Time value) throws SQLException {
    throw byName();
  }

  @Override
  public void setTimestamp(String name, @Nullable Timestamp value) throws SQLException {
    throw byName();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream value, int length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream value, int length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setObject(String name, @Nullable Object value, int sqlType, int scale)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setObject(String name, @Nullable Object value, int sqlType) throws SQLException {
    throw byName();
  }

  @Override
  public void setObject(String name, @Nullable Object value) throws SQLException {
    throw byName();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader value, int length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setDate(String name, @Nullable Date value, @Nullable Calendar calendar)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setTime(String name, @Nullable Time value, @Nullable Calendar calendar)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setTimestamp(String name, @Nullable Timestamp value, @Nullable Calendar calendar)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setNull(String name, int sqlType, @Nullable String typeName) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable String getString(String name) throws SQLException {
    throw byName();
  }

  @Override
  public boolean getBoolean(String name) throws SQLException {
    throw byName();
  }

  @Override
  public byte getByte(String name) throws SQLException {
    throw byName();
  }

  @Override
  public short getShort(String name) throws SQLException {
    throw byName();
  }

  @Override
  public int getInt(String name) throws SQLException {
    throw byName();
  }

  @Override
  public long getLong(String name) throws SQLException {
    throw byName();
  }

  @Override
  public float getFloat(String name) throws SQLException {
    throw byName();
  }

  @Override
  public double getDouble(String name) throws SQLException {
    throw byName();
  }

  @Override
  public byte @Nullable [] getBytes(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Date getDate(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Time getTime(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Timestamp getTimestamp(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Object getObject(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Object getObject(String name, Map<String, Class<?>> map) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Ref getRef(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Blob getBlob(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Clob getClob(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Array getArray(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Date getDate(String name, @Nullable Calendar calendar) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Time getTime(String name, @Nullable Calendar calendar) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Timestamp getTimestamp(String name, @Nullable Calendar calendar)
      throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable URL getURL(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable RowId getRowId(String name) throws SQLException {
    throw byName();
  }

  @Override
  public void setRowId(String name, @Nullable RowId value) throws SQLException {
    throw byName();
  }

  @Override
  public void setNString(String name, @Nullable String value) throws SQLException {
    throw byName();
  }

  @Override
  public void setNCharacterStream(String name, @Nullable Reader value, long length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setNClob(String name, @Nullable NClob value) throws SQLException {
    throw byName();
  }

  @Override
  public void setClob(String name, @Nullable Reader value, long length) throws SQLException {
    throw byName();
  }

  @Override
  public void setBlob(String name, @Nullable InputStream value, long length) throws SQLException {
    throw byName();
  }

  @Override
  public void setNClob(String name, @Nullable Reader value, long length) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable NClob getNClob(String name) throws SQLException {
    throw byName();
  }

  @Override
  public void setSQLXML(String name, @Nullable SQLXML value) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable SQLXML getSQLXML(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable String getNString(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Reader getNCharacterStream(String name) throws SQLException {
    throw byName();
  }

  @Override
  public @Nullable Reader getCharacterStream(String name) throws SQLException {
    throw byName();
  }

  @Override
  public void setBlob(String name, @Nullable Blob value) throws SQLException {
    throw byName();
  }

  @Override
  public void setClob(String name, @Nullable Clob value) throws SQLException {
    throw byName();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream value, long length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream value, long length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader value, long length)
      throws SQLException {
    throw byName();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream value) throws SQLException {
    throw byName();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream value) throws SQLException {
    throw byName();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader value) throws SQLException {
    throw byName();
  }

  @Override
  public void setNCharacterStream(String name, @Nullable Reader value) throws SQLException {
    throw byName();
  }

  @Override
  public void setClob(String name, @Nullable Reader value) throws SQLException {
    throw byName();
  }

  @Override
  public void setBlob(String name, @Nullable InputStream value) throws SQLException {
    throw byName();
  }

  @Override
  public void setNClob(String name, @Nullable Reader value) throws SQLException {
    throw byName();
  }

  @Override
  public <T> @Nullable T getObject(String name, Class<T> target) throws SQLException {
    throw byName();
  }
}
