package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ClientTransaction;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.response.WriteOk;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Rows of people, which tests of transactions read and write. */
final class PeopleRows {
  private PeopleRows() {}

  /** Row of the table of people, without its key. */
  record Person(@Nullable String name, @Nullable Integer age) {}

  static ClientTable people(ColonnadeClient client, String name, int count) {
    ClientTable table = client.createTable(TestServers.people(name), false);
    if (count > 0) {
      write(
          client::write,
          table,
          batch -> {
            for (long id = 1; id <= count; id++) {
              batch.insert().putAll(id, "p" + id, 100).end();
            }
          });
    }
    return table;
  }

  static void write(Consumer<WriteBatch> target, ClientTable table, Consumer<WriteBatch> rows) {
    try (WriteBatch batch = table.newBatch()) {
      rows.accept(batch);
      target.accept(batch);
    }
  }

  static WriteOk write(ClientTransaction tx, ClientTable table, Consumer<WriteBatch> rows) {
    try (WriteBatch batch = table.newBatch()) {
      rows.accept(batch);
      return tx.write(batch);
    }
  }

  static void read(ResultPage page, Map<Long, Person> people) {
    RowCursor rows = page.rows();
    while (rows.next()) {
      people.put(
          rows.longAt(0),
          new Person(
              rows.isNull(1) ? null : rows.textAt(1), rows.isNull(2) ? null : rows.intAt(2)));
    }
  }

  static Map<Long, Person> read(ScanStream stream) {
    Map<Long, Person> people = new TreeMap<>();
    try (stream) {
      while (stream.next()) {
        read(stream.page(), people);
      }
    }
    return people;
  }

  static Map<Long, Person> get(ClientTransaction tx, GetBuilder get, KeyBatch keys) {
    Map<Long, Person> people = new TreeMap<>();
    try (ResultPage page = tx.get(get, keys)) {
      read(page, people);
    }
    return people;
  }

  static KeyBatch keys(ClientTable table, long... ids) {
    KeyBatch keys = table.newKeys();
    for (long id : ids) {
      keys.add().putLong(id).end();
    }
    return keys;
  }

  static Map<Long, Person> all(ColonnadeClient client, ClientTable table) {
    return read(client.scan(table.newScan()));
  }

  static void execute(Server server, String sql) throws SQLException {
    String url =
        "jdbc:colonnade://localhost:%d/colonnade".formatted(server.nativeAddress().getPort());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static void requireState(String state, ThrowingCallable work) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.sqlState()).isEqualTo(state));
  }
}
