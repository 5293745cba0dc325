package dev.colonnade.sql.compare;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.jdbc.PgResultSet;

/** Connection to a PostgreSQL server, with values in text form. */
final class PostgresParticipant implements Participant {
  private static final int ATTEMPTS_MAX = 300;
  private static final long PAUSE_NANOS = 100_000_000;
  private static final int ROWS_MAX = 3_001;
  private static final int FIRST_CREATED_OID = 16_384;

  private static final Map<Integer, String> TYPES =
      Map.ofEntries(
          Map.entry(16, "boolean"),
          Map.entry(20, "bigint"),
          Map.entry(21, "smallint"),
          Map.entry(23, "integer"),
          Map.entry(17, "bytea"),
          Map.entry(25, "text"),
          Map.entry(114, "json"),
          Map.entry(700, "real"),
          Map.entry(1009, "text[]"),
          Map.entry(1083, "time without time zone"),
          Map.entry(1000, "boolean[]"),
          Map.entry(1001, "bytea[]"),
          Map.entry(1005, "smallint[]"),
          Map.entry(1014, "character[]"),
          Map.entry(1015, "character varying[]"),
          Map.entry(1016, "bigint[]"),
          Map.entry(1021, "real[]"),
          Map.entry(1022, "double precision[]"),
          Map.entry(1115, "timestamp without time zone[]"),
          Map.entry(1182, "date[]"),
          Map.entry(1183, "time without time zone[]"),
          Map.entry(1185, "timestamp with time zone[]"),
          Map.entry(1187, "interval[]"),
          Map.entry(1231, "numeric[]"),
          Map.entry(2951, "uuid[]"),
          Map.entry(3807, "jsonb[]"),
          Map.entry(3905, "int4range[]"),
          Map.entry(3802, "jsonb"),
          Map.entry(3904, "int4range"),
          Map.entry(2249, Answer.CREATED_TYPE),
          Map.entry(701, "double precision"),
          Map.entry(1007, "integer[]"),
          Map.entry(1042, "character"),
          Map.entry(1043, "character varying"),
          Map.entry(1082, "date"),
          Map.entry(1114, "timestamp without time zone"),
          Map.entry(1184, "timestamp with time zone"),
          Map.entry(1186, "interval"),
          Map.entry(1700, "numeric"),
          Map.entry(2950, "uuid"));

  private final Connection connection;

  private PostgresParticipant(Connection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  /** Connects to a server that may be starting. */
  static PostgresParticipant connect(PostgresServer server) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "postgres");
    properties.setProperty("preferQueryMode", "simple");
    String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
    for (int attempt = 1; ; attempt++) {
      try {
        PostgresParticipant participant =
            new PostgresParticipant(requireNonNull(new Driver().connect(url, properties)));
        participant.execute("set timezone = 'UTC'");
        participant.execute("set statement_timeout = '2s'");
        participant.execute("set client_min_messages = error");
        return participant;
      } catch (SQLException e) {
        if (attempt == ATTEMPTS_MAX || !server.isAlive()) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  @Override
  public Answer execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.setMaxRows(ROWS_MAX);
      statement.setEscapeProcessing(false);
      if (!statement.execute(sql)) {
        return Answer.changed(Math.max(0, statement.getUpdateCount()));
      }
      try (ResultSet result = statement.getResultSet()) {
        return rows(result.unwrap(PgResultSet.class));
      }
    } catch (SQLException e) {
      return Answer.failure(requireNonNull(e.getSQLState()), String.valueOf(e.getMessage()));
    }
  }

  private static Answer rows(PgResultSet result) throws SQLException {
    List<String> names = new ArrayList<>();
    List<String> types = new ArrayList<>();
    int columns = result.getMetaData().getColumnCount();
    for (int i = 1; i <= columns; i++) {
      names.add(result.getMetaData().getColumnLabel(i));
      int oid = result.getColumnOID(i);
      types.add(
          oid >= FIRST_CREATED_OID ? Answer.CREATED_TYPE : TYPES.getOrDefault(oid, "oid " + oid));
    }
    List<List<@Nullable String>> rows = new ArrayList<>();
    while (result.next()) {
      List<@Nullable String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(result.getString(i));
      }
      rows.add(row);
    }
    return Answer.rows(names, types, rows);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
