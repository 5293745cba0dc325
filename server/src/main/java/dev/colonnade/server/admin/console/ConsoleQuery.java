package dev.colonnade.server.admin.console;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;

/**
 * Request of the console: one statement.
 *
 * @param sql its text
 * @param database name of the database
 * @param rowsMax maximum number of rows of the result, from 1 to {@link #ROWS_MAX}
 * @param mayWrite whether it may write
 * @param id name under which its user can cancel it, of at most {@link #ID_LENGTH_MAX} characters;
 *     empty for a statement without one
 */
record ConsoleQuery(String sql, String database, int rowsMax, boolean mayWrite, String id) {
  static final int ROWS_MAX = 10_000;
  static final int ID_LENGTH_MAX = 64;

  private static final int ROWS_DEFAULT = 1_000;
  private static final JsonFactory FACTORY = new JsonFactory();

  ConsoleQuery {
    requireNonNull(sql, "sql is null");
    requireNonNull(database, "database is null");
    requireNonNull(id, "id is null");
    if (sql.isBlank()) {
      throw invalid("sql is missing");
    }
    if (rowsMax < 1 || rowsMax > ROWS_MAX) {
      throw invalid("rows is not a number from 1 to " + ROWS_MAX);
    }
    if (id.length() > ID_LENGTH_MAX) {
      throw invalid("id has more than " + ID_LENGTH_MAX + " characters");
    }
  }

  /**
   * Parses an object such as {@code {"sql": "select 1", "database": "colonnade", "rows": 100,
   * "write": false, "id": "7"}}; all but {@code sql} may be missing.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if the body is another one
   */
  static ConsoleQuery parse(byte[] body) {
    String sql = "";
    String database = "colonnade";
    int rowsMax = ROWS_DEFAULT;
    boolean mayWrite = false;
    String id = "";
    try (JsonParser json = FACTORY.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw invalid("the body is no JSON object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        switch (name) {
          case "sql" -> sql = json.getText();
          case "database" -> database = json.getText();
          case "rows" -> rowsMax = json.getIntValue();
          case "write" -> mayWrite = json.getBooleanValue();
          case "id" -> id = json.getText();
          default -> throw invalid("unknown field: " + name);
        }
      }
    } catch (IOException e) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "the body is no valid JSON", e);
    }
    return new ConsoleQuery(sql, database, rowsMax, mayWrite, id);
  }

  /** Parses the id of a statement to cancel: an object such as {@code {"id": "7"}}. */
  static String parseId(byte[] body) {
    try (JsonParser json = FACTORY.createParser(body)) {
      if (json.nextToken() != JsonToken.START_OBJECT
          || !"id".equals(json.nextFieldName())
          || json.nextToken() != JsonToken.VALUE_STRING) {
        throw invalid("the body is no object with a text \"id\"");
      }
      String id = json.getText();
      if (json.nextToken() != JsonToken.END_OBJECT) {
        throw invalid("the body has more than \"id\"");
      }
      return id;
    } catch (IOException e) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "the body is no valid JSON", e);
    }
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
