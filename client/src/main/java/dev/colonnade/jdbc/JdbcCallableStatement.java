package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.text.EscapeSyntax;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Call of a function: <code>{? = call f(?, ?)}</code>, whose first parameter is the output
 * parameter and the remaining ones are the function's arguments, or <code>{call f(?)}</code>, which
 * is a query.
 */
final class JdbcCallableStatement extends PositionalCallableStatement {
  /** Position of the output parameter of a call that has one. */
  private static final int OUTPUT = 1;

  /** Column of the call's result that the output parameter is read from. */
  private static final int COLUMN = 1;

  private final boolean returnsValue;
  private boolean isRegistered;
  private int outputType = Types.OTHER;
  private int outputScale = -1;
  private @Nullable ResultSet output;

  JdbcCallableStatement(Owner connection, String sql, int scrollType) {
    this(connection, sql, scrollType, EscapeSyntax.isCallWithResult(sql));
  }

  private JdbcCallableStatement(
      Owner connection, String sql, int scrollType, boolean returnsValue) {
    super(connection, sql, scrollType, returnsValue);
    this.returnsValue = returnsValue;
  }

  @Override
  public void registerOutParameter(int parameter, int sqlType) throws SQLException {
    registerOutParameter(parameter, sqlType, -1);
  }

  @Override
  public void registerOutParameter(int parameter, int sqlType, @Nullable String typeName)
      throws SQLException {
    registerOutParameter(parameter, sqlType);
  }

  @Override
  public void registerOutParameter(int parameter, int sqlType, int scale) throws SQLException {
    requireOutput(parameter);
    isRegistered = true;
    outputType = sqlType;
    outputScale = scale;
  }

  @Override
  void bind(int parameter, @Nullable Object value) throws SQLException {
    if (returnsValue && parameter == OUTPUT) {
      throw SqlFailures.badArgument("the parameter is an output parameter: parameter=" + parameter);
    }
    super.bind(returnsValue ? parameter - 1 : parameter, value);
  }

  @Override
  public boolean execute() throws SQLException {
    output = null;
    if (returnsValue && !isRegistered) {
      throw SqlFailures.badState("the output parameter is not registered: parameter=1");
    }
    boolean hasRows = super.execute();
    if (returnsValue) {
      ResultSet returned = super.getGeneratedKeys();
      if (!returned.next()) {
        throw new java.sql.SQLDataException("the call returned nothing", "02000");
      }
      if (returned.getMetaData().getColumnCount() != 1) {
        throw SqlFailures.badState("the call returned more than one value");
      }
      output = returned;
    }
    return hasRows;
  }

  /** Returns no rows: the value that the call returned is that of the output parameter. */
  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    session();
    return JdbcResultSet.empty(this);
  }

  private void requireOutput(int parameter) throws SQLException {
    if (!returnsValue || parameter != OUTPUT) {
      throw SqlFailures.badArgument(
          "the parameter is not an output parameter: parameter=" + parameter);
    }
  }

  private ResultSet output(int parameter) throws SQLException {
    session();
    requireOutput(parameter);
    return outputRow();
  }

  private ResultSet outputRow() throws SQLException {
    ResultSet row = output;
    if (row == null) {
      throw SqlFailures.badState("the call has not been executed");
    }
    return row;
  }

  @Override
  public boolean wasNull() throws SQLException {
    return outputRow().wasNull();
  }

  /** Returns the value converted to the type that the parameter was registered with. */
  @Override
  public @Nullable Object getObject(int parameter) throws SQLException {
    Object value = output(parameter).getObject(COLUMN);
    return value == null ? null : asType(value, outputType, outputScale);
  }

  @Override
  public @Nullable String getString(int parameter) throws SQLException {
    return output(parameter).getString(COLUMN);
  }

  @Override
  public boolean getBoolean(int parameter) throws SQLException {
    return output(parameter).getBoolean(COLUMN);
  }

  @Override
  public byte getByte(int parameter) throws SQLException {
    return output(parameter).getByte(COLUMN);
  }

  @Override
  public short getShort(int parameter) throws SQLException {
    return output(parameter).getShort(COLUMN);
  }

  @Override
  public int getInt(int parameter) throws SQLException {
    return output(parameter).getInt(COLUMN);
  }

  @Override
  public long getLong(int parameter) throws SQLException {
    return output(parameter).getLong(COLUMN);
  }

  @Override
  public float getFloat(int parameter) throws SQLException {
    return output(parameter).getFloat(COLUMN);
  }

  @Override
  public double getDouble(int parameter) throws SQLException {
    return output(parameter).getDouble(COLUMN);
  }

  @Deprecated
  @Override
  public @Nullable BigDecimal getBigDecimal(int parameter, int scale) throws SQLException {
    return output(parameter).getBigDecimal(COLUMN, scale);
  }

  @Override
  public byte @Nullable [] getBytes(int parameter) throws SQLException {
    return output(parameter).getBytes(COLUMN);
  }

  @Override
  public @Nullable Date getDate(int parameter) throws SQLException {
    return output(parameter).getDate(COLUMN);
  }

  @Override
  public @Nullable Time getTime(int parameter) throws SQLException {
    return output(parameter).getTime(COLUMN);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int parameter) throws SQLException {
    return output(parameter).getTimestamp(COLUMN);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int parameter) throws SQLException {
    return output(parameter).getBigDecimal(COLUMN);
  }

  @Override
  public @Nullable Object getObject(int parameter, Map<String, Class<?>> map) throws SQLException {
    return output(parameter).getObject(COLUMN, map);
  }

  @Override
  public @Nullable Ref getRef(int parameter) throws SQLException {
    return output(parameter).getRef(COLUMN);
  }

  @Override
  public @Nullable Blob getBlob(int parameter) throws SQLException {
    return output(parameter).getBlob(COLUMN);
  }

  @Override
  public @Nullable Clob getClob(int parameter) throws SQLException {
    return output(parameter).getClob(COLUMN);
  }

  @Override
  public @Nullable Array getArray(int parameter) throws SQLException {
    return output(parameter).getArray(COLUMN);
  }

  @Override
  public @Nullable Date getDate(int parameter, @Nullable Calendar calendar) throws SQLException {
    return output(parameter).getDate(COLUMN, calendar);
  }

  @Override
  public @Nullable Time getTime(int parameter, @Nullable Calendar calendar) throws SQLException {
    return output(parameter).getTime(COLUMN, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int parameter, @Nullable Calendar calendar)
      throws SQLException {
    return output(parameter).getTimestamp(COLUMN, calendar);
  }

  @Override
  public @Nullable URL getURL(int parameter) throws SQLException {
    return output(parameter).getURL(COLUMN);
  }

  @Override
  public @Nullable RowId getRowId(int parameter) throws SQLException {
    return output(parameter).getRowId(COLUMN);
  }

  @Override
  public @Nullable NClob getNClob(int parameter) throws SQLException {
    return output(parameter).getNClob(COLUMN);
  }

  @Override
  public @Nullable SQLXML getSQLXML(int parameter) throws SQLException {
    return output(parameter).getSQLXML(COLUMN);
  }

  @Override
  public @Nullable String getNString(int parameter) throws SQLException {
    return output(parameter).getNString(COLUMN);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int parameter) throws SQLException {
    return output(parameter).getNCharacterStream(COLUMN);
  }

  @Override
  public @Nullable Reader getCharacterStream(int parameter) throws SQLException {
    return output(parameter).getCharacterStream(COLUMN);
  }

  @Override
  public <T> @Nullable T getObject(int parameter, Class<T> target) throws SQLException {
    return output(parameter).getObject(COLUMN, target);
  }
}
