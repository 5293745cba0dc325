package dev.colonnade.shell.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Printer of a JSON array with one object for each row, on a line of its own. Numbers and booleans
 * are JSON's; all other values are strings.
 */
final class JsonPrinter implements ResultPrinter {
  private static final JsonFactory JSON = new JsonFactory();

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    long count = 0;
    while (rows.next()) {
      out.print(count == 0 ? "[" : ",\n ");
      out.print(object(rows, columns));
      count++;
    }
    out.println(count == 0 ? "[]" : "]");
    return count;
  }

  @Override
  public boolean printsCounts() {
    return false;
  }

  private static String object(ResultSet rows, ResultSetMetaData columns) throws SQLException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        json.writeFieldName(columns.getColumnLabel(i));
        writeValue(rows, i, columns.getColumnType(i), json);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void writeValue(ResultSet rows, int column, int type, JsonGenerator json)
      throws SQLException, IOException {
    String value = rows.getString(column);
    if (value == null) {
      json.writeNull();
      return;
    }
    switch (type) {
      case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> json.writeNumber(rows.getLong(column));
      case Types.NUMERIC -> json.writeNumber(new BigDecimal(value));
      case Types.REAL, Types.DOUBLE -> writeFloating(rows.getDouble(column), value, json);
      case Types.BIT -> json.writeBoolean(rows.getBoolean(column));
      default -> json.writeString(value);
    }
  }

  private static void writeFloating(double number, String value, JsonGenerator json)
      throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumber(new BigDecimal(value));
    } else {
      json.writeString(value); // JSON has no such numbers
    }
  }
}
