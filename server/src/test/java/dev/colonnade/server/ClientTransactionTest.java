package dev.colonnade.server;

import static dev.colonnade.server.PeopleRows.all;
import static dev.colonnade.server.PeopleRows.execute;
import static dev.colonnade.server.PeopleRows.get;
import static dev.colonnade.server.PeopleRows.keys;
import static dev.colonnade.server.PeopleRows.people;
import static dev.colonnade.server.PeopleRows.read;
import static dev.colonnade.server.PeopleRows.requireState;
import static dev.colonnade.server.PeopleRows.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.TransactionOptions;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.RowCursor;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.GetBuilder;
import dev.colonnade.client.table.ScanBuilder;
import dev.colonnade.protocol.mutation.MutationKind;
import dev.colonnade.protocol.response.WriteOk;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.WaitPolicy;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.server.PeopleRows.Person;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of the columnar client at a server. */
class ClientTransactionTest {
  @TempDir private static Path folder;

  private static Server server;
  private static ColonnadeClient client;

  @BeforeAll
  static void start() {
    server = TestServers.start(folder.resolve("store"));
    client = TestServers.connect(server);
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @Test
  void shouldCommitAllWritesTogether() {
    ClientTable left = people(client, "commit_left", 0);
    ClientTable right = people(client, "commit_right", 0);

    String result =
        client.transact(
            tx -> {
              WriteOk written = write(tx, left, batch -> batch.insert().putAll(1L, "a", 1).end());
              assertThat(written.commitTimestamp()).isZero();
              write(tx, right, batch -> batch.insert().putAll(2L, "b", 2).end());
              assertThat(read(tx.scan(left.newScan()))).containsKey(1L);
              assertThat(get(tx, right.newGet(), keys(right, 2, 3))).containsOnlyKeys(2L);
              assertThat(all(client, left)).isEmpty(); // of another connection
              return "done";
            });

    assertThat(result).isEqualTo("done");
    assertThat(all(client, left)).containsOnlyKeys(1L);
    assertThat(all(client, right)).containsOnlyKeys(2L);
  }

  @Test
  void shouldRollBackWhenTheWorkFails() {
    ClientTable table = people(client, "rollback", 2);
    Map<Long, Person> before = all(client, table);

    assertThatThrownBy(
            () ->
                client.transact(
                    tx -> {
                      write(tx, table, batch -> batch.upsert().putAll(1L, "x", 0).end());
                      write(tx, table, batch -> batch.delete().putLong(2).end());
                      throw new IllegalArgumentException("enough");
                    }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(all(client, table)).isEqualTo(before);
  }

  @Test
  void shouldCountChangesByTheirEffect() {
    ClientTable table = people(client, "counts", 3);

    WriteOk written =
        client.transact(
            tx ->
                write(
                    tx,
                    table,
                    batch -> {
                      batch.insert().putAll(4L, "new", 1).end();
                      batch.upsert().putAll(1L, "one", null).end();
                      batch.upsert().putAll(5L, "five", 5).end();
                      batch.update().putAll(2L, "two", 2).end();
                      batch.update().putAll(9L, "none", 9).end();
                      batch.delete().putLong(3).end();
                      batch.delete().putLong(8).end();
                    }));

    assertThat(List.of(written.insertedCount(), written.updatedCount(), written.deletedCount()))
        .containsExactly(2L, 2L, 1L);
    assertThat(all(client, table))
        .isEqualTo(
            Map.of(
                1L, new Person("one", null),
                2L, new Person("two", 2),
                4L, new Person("new", 1),
                5L, new Person("five", 5)));
  }

  @Test
  void shouldRefuseRequestsAfterOneThatFailed() {
    ClientTable table = people(client, "failed", 1);
    List<String> states = new ArrayList<>();

    requireState(
        "23505",
        () ->
            client.transact(
                tx -> {
                  write(tx, table, batch -> batch.insert().putAll(7L, "x", 1).end());
                  for (ThrowingCallable request :
                      List.<ThrowingCallable>of(
                          () -> write(tx, table, b -> b.insert().putAll(1L, "x", 1).end()),
                          () -> write(tx, table, b -> b.insert().putAll(8L, "x", 1).end()),
                          () -> get(tx, table.newGet(), keys(table, 1)),
                          () -> read(tx.scan(table.newScan())))) {
                    assertThatThrownBy(request)
                        .isInstanceOfSatisfying(
                            ClientException.class, e -> states.add(e.sqlState()));
                  }
                  return ""; // the caller ignores the failures, and nothing is committed
                }));

    assertThat(states).containsExactly("23505", "25P02", "25P02", "25P02");
    assertThat(all(client, table)).containsOnlyKeys(1L);
  }

  @Test
  void shouldRefuseAMutationOfTheSameRowAndAnOutdatedOne() {
    ClientTable table = people(client, "conditions", 1);
    requireState(
        "22023",
        () ->
            client.transact(
                tx ->
                    write(
                        tx,
                        table,
                        batch -> {
                          batch.upsert().putAll(5L, "x", 1).end();
                          batch.delete().putLong(5).end();
                        })));
    requireState(
        "40001",
        () ->
            client.transact(
                TransactionOptions.DEFAULT.withTimeout(Duration.ZERO),
                tx ->
                    write(
                        tx,
                        table,
                        batch -> batch.mutate(MutationKind.UPDATE, 1).putAll(1L, "x", 1).end())));
    assertThat(all(client, table)).containsOnlyKeys(1L);
  }

  @Test
  void shouldCheckConstraintsOfSql() throws SQLException {
    execute(server, "create table parents (id bigint primary key)");
    execute(
        server,
        "create table children (id bigint primary key, parent bigint references parents,"
            + " n integer check (n > 0), u integer unique)");
    ClientTable parents = client.table("parents");
    ClientTable children = client.table("children");

    requireState(
        "23503",
        () ->
            client.transact(tx -> write(tx, children, b -> b.insert().putAll(1L, 1L, 1, 1).end())));
    requireState(
        "23514",
        () ->
            client.transact(
                tx -> write(tx, children, b -> b.insert().putAll(1L, null, 0, 1).end())));
    client.transact(
        tx -> {
          write(tx, parents, b -> b.insert().putLong(1).end());
          return write(tx, children, b -> b.insert().putAll(1L, 1L, 1, 1).end());
        });
    requireState(
        "23505",
        () ->
            client.transact(tx -> write(tx, children, b -> b.insert().putAll(2L, 1L, 1, 1).end())));
    requireState(
        "23503", () -> client.transact(tx -> write(tx, parents, b -> b.delete().putLong(1).end())));
  }

  @Test
  void shouldReadOneSnapshotWhileLaterWritesFollow() {
    ClientTable table = people(client, "interleaved", 50);
    for (ScanFormat format : List.of(ScanFormat.KEY_VALUES, ScanFormat.COL_BATCH)) {
      client.transact(
          tx -> {
            ScanBuilder scan =
                table
                    .newScan()
                    .format(format)
                    .credit(1, 1)
                    .pageLimits(new ScanPageLimits(1, 0, 0, false));
            int count = 0;
            try (ScanStream rows = tx.scan(scan)) {
              while (rows.next()) {
                RowCursor row = rows.page().rows();
                while (row.next()) {
                  long id = row.longAt(0);
                  assertThat(row.intAt(2)).isEqualTo(100);
                  write(tx, table, b -> b.upsert().putAll(id + 1, "later", 7).end());
                  count++;
                }
              }
            }
            assertThat(count).isEqualTo(50);
            assertThat(read(tx.scan(table.newScan()))).hasSize(51);
            write(tx, table, b -> b.delete().putLong(51).end());
            for (long id = 1; id <= 50; id++) {
              long row = id;
              write(tx, table, b -> b.upsert().putAll(row, "p" + row, 100).end());
            }
            return "";
          });
    }
  }

  @Test
  void shouldEndScansWithTheTransaction() {
    ClientTable table = people(client, "open_scan", 20);
    List<ScanStream> open = new ArrayList<>();

    client.transact(
        tx -> {
          ScanStream rows =
              tx.scan(table.newScan().credit(1, 1).pageLimits(new ScanPageLimits(1, 0, 0, false)));
          assertThat(rows.next()).isTrue();
          open.add(rows);
          return write(tx, table, b -> b.delete().putLong(20).end());
        });

    requireState(
        "34000",
        () -> {
          try (ScanStream rows = open.getFirst()) {
            while (rows.next()) {
              assertThat(rows.page().rowCount()).isEqualTo(1);
            }
          }
        });
    assertThat(all(client, table)).hasSize(19);
    client.transact(tx -> read(tx.scan(table.newScan())));
  }

  @Test
  void shouldLockRowsOfGetsAndScans() {
    ClientTable table = people(client, "locks", 5);
    GetBuilder lockingGet = table.newGet().lock(WireLockStrength.UPDATE);
    GetBuilder impatient = table.newGet().lock(WireLockStrength.UPDATE, WaitPolicy.NOWAIT);
    GetBuilder skipping = table.newGet().lock(WireLockStrength.SHARE, WaitPolicy.SKIP_LOCKED);

    client.transact(
        tx -> {
          assertThat(get(tx, lockingGet, keys(table, 1, 2, 99))).containsOnlyKeys(1L, 2L);
          requireState(
              "55P03",
              () ->
                  client.transact(
                      TransactionOptions.DEFAULT.withTimeout(Duration.ZERO),
                      other -> get(other, impatient, keys(table, 1))));
          for (ScanFormat format : List.of(ScanFormat.KEY_VALUES, ScanFormat.COL_BATCH)) {
            client.transact(
                other -> {
                  assertThat(get(other, skipping.format(format), keys(table, 1, 2, 3)))
                      .containsOnlyKeys(3L);
                  ScanBuilder scan =
                      table
                          .newScan()
                          .format(format)
                          .limit(2)
                          .lock(WireLockStrength.UPDATE, WaitPolicy.SKIP_LOCKED);
                  assertThat(read(other.scan(scan))).containsOnlyKeys(3L, 4L);
                  assertThat(read(other.scan(scan.reverse()))).containsOnlyKeys(5L, 4L);
                  return "";
                });
          }
          return "";
        });
  }

  @Test
  void shouldReturnNothingIfAllRowsAreLocked() {
    ClientTable table = people(client, "all_locked", 3);
    ScanBuilder all = table.newScan().lock(WireLockStrength.UPDATE);
    ScanBuilder rest = table.newScan().lock(WireLockStrength.UPDATE, WaitPolicy.SKIP_LOCKED);

    client.transact(
        tx -> {
          assertThat(read(tx.scan(all))).hasSize(3);
          client.transact(
              other -> {
                assertThat(read(other.scan(rest))).isEmpty();
                assertThat(read(other.scan(rest.format(ScanFormat.COL_BATCH)))).isEmpty();
                return "";
              });
          return "";
        });
  }

  @Test
  void shouldRefuseLocksOutsideOfTransactions() {
    ClientTable table = people(client, "unlocked", 1);
    requireState(
        "0A000",
        () -> client.get(table.newGet().lock(WireLockStrength.UPDATE), keys(table, 1)).close());
    requireState("0A000", () -> read(client.scan(table.newScan().lock(WireLockStrength.UPDATE))));
  }

  @Test
  void shouldOnlyReadItsSnapshotInAReadOnlyTransaction() {
    ClientTable table = people(client, "read_only", 1);
    TransactionOptions readOnly = TransactionOptions.DEFAULT.asReadOnly();

    client.transact(
        readOnly,
        tx -> {
          Map<Long, Person> before = read(tx.scan(table.newScan()));
          write(client::write, table, b -> b.upsert().putAll(2L, "x", 1).end());
          assertThat(read(tx.scan(table.newScan()))).isEqualTo(before);
          return "";
        });
    requireState(
        "25006",
        () ->
            client.transact(
                readOnly, tx -> write(tx, table, b -> b.upsert().putAll(2L, "x", 1).end())));
    requireState(
        "25006",
        () ->
            client.transact(
                readOnly,
                tx -> get(tx, table.newGet().lock(WireLockStrength.SHARE), keys(table, 1))));
    requireState(
        "0A000", () -> client.transact(readOnly, tx -> read(tx.scan(table.newScan().asOf(1)))));
  }

  @Test
  void shouldRequirePrivileges() throws SQLException {
    ClientTable table = people(client, "secrets", 1);
    execute(server, "create role mallory login");
    try (ColonnadeClient mallory =
        TestServers.client(server.nativeAddress().getPort()).user("mallory").build()) {
      requireState("42501", () -> mallory.transact(tx -> read(tx.scan(table.newScan()))));
      requireState("42501", () -> mallory.transact(tx -> get(tx, table.newGet(), keys(table, 1))));
      requireState(
          "42501",
          () -> mallory.transact(tx -> write(tx, table, b -> b.delete().putLong(1).end())));
      execute(server, "grant select on secrets to mallory");
      assertThat(mallory.<Map<Long, Person>>transact(tx -> read(tx.scan(table.newScan()))))
          .hasSize(1);
      requireState(
          "42501",
          () ->
              mallory.transact(
                  tx -> get(tx, table.newGet().lock(WireLockStrength.SHARE), keys(table, 1))));
    }
  }
}
