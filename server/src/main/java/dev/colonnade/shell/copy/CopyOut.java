package dev.colonnade.shell.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.server.pg.copy.CopyWriter;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.Writer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copy of the rows of a table or query to a writer. */
public final class CopyOut {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Connection connection;

  public CopyOut(Connection connection) {
    this.connection = requireNonNull(connection, "connection is null");
  }

  /**
   * Writes all rows; returns their number.
   *
   * @param running receives the statement before it is executed, so that it can be canceled
   */
  public long run(CopyRequest request, Writer out, java.util.function.Consumer<Statement> running)
      throws SQLException, IOException {
    String query =
        request.isQuery()
            ? request.subject()
            : "SELECT %s FROM %s"
                .formatted(
                    TableColumns.listed(TableColumns.of(request, connection)), request.table());
    try (Statement statement = connection.createStatement()) {
      running.accept(statement);
      try (ResultSet rows = statement.executeQuery(query)) {
        return write(request, rows, out);
      }
    }
  }

  private static long write(CopyRequest request, ResultSet rows, Writer out)
      throws SQLException, IOException {
    int width = rows.getMetaData().getColumnCount();
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= width; i++) {
      names.add(rows.getMetaData().getColumnLabel(i));
    }
    List<SqlType> types = Collections.nCopies(width, SqlType.of(TypeKind.TEXT));
    CopyWriter writer =
        new CopyWriter(
            new CopyDescription(request.options(), null, request.subject(), -1, names, types),
            TextStyle.DEFAULT);
    ByteBuf buffer = Unpooled.buffer(BUFFER_BYTES);
    writer.writeStart(buffer);
    long count = 0;
    while (rows.next()) {
      @Nullable Object[] row = new @Nullable Object[width];
      for (int i = 0; i < width; i++) {
        row[i] = rows.getString(i + 1);
      }
      writer.writeRow(buffer, row);
      count++;
      if (buffer.readableBytes() >= BUFFER_BYTES) {
        flush(buffer, out);
      }
    }
    writer.writeEnd(buffer);
    flush(buffer, out);
    return count;
  }

  private static void flush(ByteBuf buffer, Writer out) throws IOException {
    out.write(buffer.toString(UTF_8));
    out.flush();
    buffer.clear();
  }
}
