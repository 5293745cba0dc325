package dev.colonnade.readme;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.page.RecordMapper;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.sequence.SequenceBlock;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.session.DiscardTarget;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Consumer;

/** Examples of transactions, sequences and JDBC; {@link ReadmeTest} compares and runs them. */
final class ClientExamples {
  private ClientExamples() {}

  static void records(ColonnadeClient client, Consumer<String> out) {
    record City(long id, String name, Integer people) {} // people may be NULL
    var cities = client.table("cities").newScan();
    RecordMapper<City> mapper = RecordMapper.of(City.class);
    try (ScanStream scan = client.scan(cities)) {
      while (scan.next()) {
        for (City city : mapper.map(scan.page())) {
          out.accept(city.name() + " has " + city.people());
        }
        RowCursor rows = scan.page().rows();
        while (rows.next()) {
          out.accept(rows.isNull("people") ? "?" : rows.textAt("name"));
        }
      }
    }
  }

  static void sequences(ColonnadeClient client, WireSequenceOptions options, Consumer<String> out) {
    var ids = client.sequences().create("ids", options, true);
    long id = ids.next(); // nextval; nextAsync() does not block
    var thousand = ids.reserve(1_000); // one request, for bulk loads
    SequenceBlock block = ids.block(); // values reserved ahead, allocated in this process
    long fast = block.next();
    try (var session = client.session()) { // a connection of its own
      long mine = session.sequence("ids").next();
      out.accept(mine == session.currentValue(ids) ? "current" : "lost");
      session.set("sequence_cache_method", "connection");
      session.discard(DiscardTarget.SEQUENCES);
    }
    out.accept(thousand.isEmpty() || id == fast ? "wrong" : "distinct");
  }

  static void transaction(ColonnadeClient client) {
    var accounts = client.table("accounts"); // (id BIGINT, amount BIGINT)
    KeyBatch both = accounts.newKeys();
    both.add().putLong(1).end();
    both.add().putLong(2).end();
    GetBuilder locked = accounts.newGet().lock(WireLockStrength.UPDATE);
    client.transact(
        tx -> {
          long[] amounts = new long[2];
          try (ResultPage page = tx.get(locked, both);
              WriteBatch batch = accounts.newBatch()) {
            RowCursor rows = page.rows();
            for (int i = 0; rows.next(); i++) {
              amounts[i] = rows.longAt(1);
            }
            batch.upsert().putLong(1).putLong(amounts[0] - 10).end();
            batch.upsert().putLong(2).putLong(amounts[1] + 10).end();
            return tx.write(batch);
          }
        });
  }

  static int jdbc(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert = connection.prepareStatement("INSERT INTO users VALUES (?, ?)")) {
      insert.setLong(1, 1);
      insert.setString(2, "Ada");
      insert.addBatch();
      return insert.executeBatch()[0];
    }
  }
}
