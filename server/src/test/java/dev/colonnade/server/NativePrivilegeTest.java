package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.request.TableRequest;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests of the native protocol by a role with LOGIN only. The role obtains the metadata of
 * tables and sequences from another client, so that the requests reach the server.
 */
class NativePrivilegeTest {
  private static final String DENIED = "42501";

  @TempDir private static Path folder;

  private static Server server;
  private static ColonnadeClient owner;
  private static ColonnadeClient eve;
  private static ClientTable people;
  private static ClientSequence ids;

  @BeforeAll
  static void start() throws SQLException {
    server = TestServers.start(folder.resolve("store"));
    owner = TestServers.connect(server);
    people = owner.createTable(TestServers.people("people"), false);
    try (WriteBatch batch = people.newBatch()) {
      batch.insert().putAll(1L, "Ada", 36).end();
      owner.write(batch);
    }
    execute("create sequence ids");
    execute("create role eve login");
    execute("create role reader login");
    execute("grant select on people to reader");
    ids = owner.sequence("ids");
    eve = client("eve");
  }

  private static void execute(String sql) throws SQLException {
    String url =
        "jdbc:colonnade://localhost:%d/colonnade".formatted(server.nativeAddress().getPort());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static ColonnadeClient client(String user) {
    return TestServers.client(server.nativeAddress().getPort()).user(user).build();
  }

  @AfterAll
  static void stop() {
    eve.close();
    owner.close();
    server.close();
  }

  private static void requireDenied(ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.sqlState()).isEqualTo(DENIED));
  }

  private static long scanned(ColonnadeClient client) {
    long rows = 0;
    try (ScanStream scan = client.scan(people.newScan())) {
      while (scan.next()) {
        rows += scan.page().rowCount();
      }
    }
    return rows;
  }

  private static KeyBatch keys() {
    KeyBatch keys = people.newKeys();
    keys.add().putLong(1).end();
    return keys;
  }

  private static void write(ColonnadeClient client, long id) {
    try (WriteBatch batch = people.newBatch()) {
      batch.insert().putAll(id, "Eve", 1).end();
      client.write(batch);
    }
  }

  @Test
  void shouldRefuseReads() {
    requireDenied(() -> scanned(eve));
    requireDenied(() -> eve.get(people.newGet(), keys()));
  }

  @Test
  void shouldRefuseWrites() {
    requireDenied(() -> write(eve, 2));
    assertThat(scanned(owner)).isEqualTo(1);
  }

  @Test
  void shouldRefuseChangesOfTables() {
    requireDenied(() -> eve.createTable(TestServers.people("mine"), false));
    requireDenied(() -> eve.dropTable("people", false));
    requireDenied(() -> eve.alterTable("people", new TableRequest.Alter.DropColumn("age")));
    requireDenied(() -> eve.setTableSetting("people", "split.range-max-bytes", "64 MiB"));
    requireDenied(() -> eve.splitAt(people, keys()));
    requireDenied(() -> eve.setServerSetting("split.concurrency", "2"));
  }

  @Test
  void shouldRefuseSequences() {
    long before = ids.next();
    requireDenied(() -> eve.sequence("ids"));
    requireDenied(() -> eve.sequences().describe("ids"));
    requireDenied(() -> eve.sequences().restart("ids"));
    requireDenied(() -> eve.sequences().rename("ids", "mine"));
    requireDenied(() -> eve.sequences().drop("ids", false));
    assertThat(ids.next()).isGreaterThan(before);
  }

  @Test
  void shouldDistinguishTheUsesOfASequence() throws SQLException {
    execute("create sequence shown");
    execute("create role viewer login");
    execute("grant select on sequence shown to viewer");
    try (ColonnadeClient viewer = client("viewer")) {
      ClientSequence sequence = viewer.sequence("shown");
      requireDenied(sequence::next);
      requireDenied(() -> sequence.reserve(10));
      requireDenied(() -> sequence.set(1_000));
      execute("grant usage on sequence shown to viewer");
      assertThat(sequence.next()).isEqualTo(1);
      requireDenied(() -> sequence.set(1_000));
    }
  }

  @Test
  void shouldHideKeysOfRanges() {
    requireDenied(() -> eve.ranges("people"));
    requireDenied(() -> eve.ranges());
  }

  @Test
  void shouldAllowWhatIsGranted() {
    try (ColonnadeClient reader = client("reader")) {
      assertThat(scanned(reader)).isEqualTo(1);
      assertThat(reader.get(people.newGet(), keys()).rowCount()).isEqualTo(1);
      requireDenied(() -> write(reader, 3));
    }
  }

  @Test
  void shouldRefuseTablesWithRowLevelSecurity() throws SQLException {
    execute("create role filtered login");
    execute("create role exempt login bypassrls");
    execute("grant all on people to filtered, exempt");
    try (ColonnadeClient filtered = client("filtered");
        ColonnadeClient exempt = client("exempt")) {
      assertThat(scanned(filtered)).isEqualTo(1);
      execute("alter table people enable row level security");
      execute("create policy none_of_them on people using (false)");
      try {
        requireDenied(() -> scanned(filtered));
        requireDenied(() -> filtered.get(people.newGet(), keys()));
        requireDenied(() -> write(filtered, 4));
        assertThat(scanned(exempt)).isEqualTo(1);
        assertThat(scanned(owner)).isEqualTo(1);
      } finally {
        execute("drop policy none_of_them on people");
        execute("alter table people disable row level security");
      }
      assertThat(scanned(filtered)).isEqualTo(1);
    }
  }

  @Test
  void shouldApplyARevocationToOpenConnections() throws SQLException {
    execute("create role leaver login");
    execute("grant select on people to leaver");
    try (ColonnadeClient leaver = client("leaver")) {
      assertThat(scanned(leaver)).isEqualTo(1);
      execute("revoke select on people from leaver");
      requireDenied(() -> scanned(leaver));
    }
  }
}
