package dev.colonnade.shell.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.jdbc.error.ServerError;
import dev.colonnade.server.pg.copy.CopyPosition;
import dev.colonnade.server.pg.copy.CopyReader;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Copy of rows from a stream into a table. All rows are one transaction. */
public final class CopyIn {
  private static final int BATCH_ROWS = 2_000;
  private static final int CHUNK_BYTES = 64 * 1024;

  private final Connection connection;

  public CopyIn(Connection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  /**
   * Copies all rows; returns their number.
   *
   * @param isAlone whether there is no transaction block, so that the copy needs its own
   * @param running receives the statement before it is executed, so that it can be canceled
   */
  public long run(CopyRequest request, InputStream in, boolean isAlone, Consumer<Statement> running)
      throws SQLException, IOException {
    if (!isAlone) {
      return copy(request, in, running);
    }
    connection.setAutoCommit(false);
    boolean isDone = false;
    try {
      long count = copy(request, in, running);
      connection.commit();
      isDone = true;
      return count;
    } finally {
      if (!isDone && !connection.isClosed()) {
        connection.rollback();
      }
      if (!connection.isClosed()) {
        connection.setAutoCommit(true);
      }
    }
  }

  private long copy(CopyRequest request, InputStream in, Consumer<Statement> running)
      throws SQLException, IOException {
    List<String> names = TableColumns.of(request, connection);
    boolean isColumnar = request.options().format().isColumnar();
    List<SqlType> types =
        isColumnar
            ? TableColumns.typesOf(request.table(), names, connection)
            : Collections.nCopies(names.size(), SqlType.of(TypeKind.TEXT));
    CopyDescription terms =
        new CopyDescription(request.options(), null, request.table(), -1, names, types);
    String insert =
        "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE VALUES (%s)"
            .formatted(
                request.table(),
                TableColumns.listed(names),
                String.join(", ", Collections.nCopies(names.size(), "?")));
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      running.accept(statement);
      return isColumnar
          ? ColumnCopyIn.run(terms, in, statement)
          : new Load(request.table(), CopyReader.of(terms, TextStyle.DEFAULT), statement).run(in);
    }
  }

  /** Copy in progress. */
  private static final class Load {
    private final String table;
    private final CopyReader reader;
    private final PreparedStatement insert;
    private long count;

    Load(String table, CopyReader reader, PreparedStatement insert) {
      this.table = table;
      this.reader = reader;
      this.insert = insert;
    }

    long run(InputStream in) throws SQLException, IOException {
      byte[] chunk = new byte[CHUNK_BYTES];
      for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        ByteBuf bytes = Unpooled.wrappedBuffer(chunk, 0, length);
        reader.feed(bytes);
        readRows();
      }
      reader.end();
      readRows();
      write();
      return count;
    }

    private void readRows() throws SQLException {
      try {
        while (reader.next()) {
          if (reader.rowCount() == BATCH_ROWS) {
            write();
          }
        }
      } catch (ColonnadeException malformed) {
        throw failure(
            malformed.getMessage(), malformed.code().sqlState(), reader.position(), malformed);
      }
    }

    private void write() throws SQLException {
      CopyRows rows = reader.take();
      if (rows.size() == 0) {
        return;
      }
      for (int i = 0; i < rows.size(); i++) {
        @Nullable Object[] row = rows.row(i);
        for (int column = 0; column < row.length; column++) {
          insert.setString(column + 1, (String) row[column]);
        }
        insert.addBatch();
      }
      try {
        insert.executeBatch();
      } catch (BatchUpdateException failed) {
        SQLException cause = failed.getNextException() == null ? failed : failed.getNextException();
        String message =
            cause.getCause() instanceof ServerError error ? error.getMessage() : cause.getMessage();
        throw failure(message, failed.getSQLState(), position(failed, rows), failed);
      }
      count += rows.size();
    }

    /** Returns the position of the row that failed; of the first row if it is not known. */
    private CopyPosition position(BatchUpdateException failed, CopyRows rows) {
      int[] counts = failed.getUpdateCounts();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] == Statement.EXECUTE_FAILED) {
          return reader.position(i);
        }
      }
      return reader.position(Math.min(counts.length, rows.size() - 1));
    }

    private SQLException failure(
        @Nullable String message, @Nullable String state, CopyPosition position, Exception cause) {
      String context = "%s\nCONTEXT: COPY %s, %s".formatted(message, table, position);
      SQLException failure = new SQLException(context, state);
      failure.addSuppressed(cause);
      return failure;
    }
  }
}
