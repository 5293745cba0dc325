package dev.colonnade.jdbc.result;

import dev.colonnade.jdbc.error.SqlFailures;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** Base class of result sets: rejects every change of rows through the result set. */
abstract class ReadOnlyResultSet implements ResultSet {
  @Override
  public void updateNull(int column) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(int column, int value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(int column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(int column, byte[] value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(int column, Date value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(int column, Time value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(int column, Timestamp value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(String column) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(String column, boolean value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(String column, byte value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(String column, short value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(String column, int value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(String column, long value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(String column, float value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(String column, double value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(String column, BigDecimal value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(String column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(String column, byte[] value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(String column, Date value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(String column, Time value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(String column, Timestamp value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String column, Reader value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String column, Object value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String column, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void insertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void refreshRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(int column, Ref value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(String column, Ref value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, Blob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String column, Blob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Clob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String column, Clob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(int column, Array value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(String column, Array value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(int column, RowId value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(String column, RowId value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(int column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(String column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, NClob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String column, NClob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(int column, SQLXML value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(String column, SQLXML value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String column, InputStream value, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, SQLType type, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String column, Object value, SQLType type, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, SQLType type) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String column, Object value, SQLType type) throws SQLException {
    throw readOnly();
  }

  @Override
  public boolean rowUpdated() {
    return false;
  }

  @Override
  public boolean rowInserted() {
    return false;
  }

  @Override
  public boolean rowDeleted() {
    return false;
  }

  private static SQLException readOnly() {
    return SqlFailures.unsupported("an updatable result set");
  }
}
