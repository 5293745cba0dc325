package dev.colonnade.sql.corpus;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.corpus.CorpusRecord.Query;
import dev.colonnade.sql.corpus.CorpusRecord.Statement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PostgreSQL as the reference where its answers differ from those of the corpus. */
final class CorpusReference implements AutoCloseable {
  private static final String ERROR = "error";

  private final Connection connection;

  private CorpusReference(Connection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  static CorpusReference connect(String url) throws SQLException {
    return new CorpusReference(DriverManager.getConnection(url));
  }

  /** Returns an error in the place of values. */
  static List<String> error(String sqlState, String message) {
    return List.of(ERROR, sqlState, message);
  }

  static boolean isError(List<String> answer) {
    return answer.size() == 3 && answer.getFirst().equals(ERROR);
  }

  /** Replaces the schema, which is then empty. */
  void reset() {
    execute("drop schema if exists corpus cascade");
    execute("create schema corpus");
    execute("set search_path to corpus");
  }

  /** Runs a statement; returns the SQLSTATE, empty without an error. */
  String run(Statement statement) {
    return execute(statement.sql());
  }

  private String execute(String sql) {
    try (java.sql.Statement running = connection.createStatement()) {
      running.execute(sql);
      return "";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  /** Returns the values of a query, or an error. */
  List<String> answer(Query query) {
    try (java.sql.Statement running = connection.createStatement();
        ResultSet rows = running.executeQuery(query.sql())) {
      List<List<@Nullable String>> texts = new ArrayList<>();
      while (rows.next()) {
        List<@Nullable String> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
        }
        texts.add(row);
      }
      return CorpusAnswer.of(texts, query);
    } catch (SQLException e) {
      return error(e.getSQLState(), String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
