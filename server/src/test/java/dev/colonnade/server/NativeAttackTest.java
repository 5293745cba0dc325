package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Attack on the native protocol: each role of a list sends each request that concerns an object, to
 * objects of another role. What a role may do is stated; all else must fail with 42501.
 */
class NativeAttackTest {
  /** Requests that concern no object, or are statements of SQL, whose tests are others. */
  private static final Set<RequestType> WITHOUT_OBJECT =
      EnumSet.of(
          RequestType.HELLO,
          RequestType.AUTHENTICATE,
          RequestType.PING,
          RequestType.CREDIT,
          RequestType.CANCEL,
          RequestType.LAST_VALUE, // of the session
          RequestType.DISCARD,
          RequestType.SET_SETTING, // of the session
          RequestType.SQL_PREPARE,
          RequestType.SQL_EXECUTE,
          RequestType.SQL_EXECUTE_BATCH,
          RequestType.SQL_RUN,
          RequestType.SQL_CLOSE,
          RequestType.SQL_STOP);

  @TempDir private static Path folder;
  private static Server server;
  private static ColonnadeClient owner;

  /** Roles, the grants to them, and the names of the attacks that these permit. */
  private static final Map<String, Role> ROLES = new LinkedHashMap<>();

  private record Role(List<String> grants, Set<String> mayDo) {}

  private static void role(String name, List<String> grants, String... mayDo) {
    ROLES.put(name, new Role(grants, Set.of(mayDo)));
  }

  static {
    role("nobody", List.of(), "describe table", "list tables", "list sequences");
    role(
        "reader",
        List.of("grant select on %s to %s"),
        "describe table",
        "list tables",
        "list sequences",
        "get",
        "scan",
        "ranges of the table");
    role(
        "column_reader",
        List.of("grant select (id) on %s to %s"),
        "describe table",
        "list tables",
        "list sequences");
    role(
        "inserter",
        List.of("grant insert on %s to %s"),
        "describe table",
        "list tables",
        "list sequences",
        "insert");
    role(
        "updater",
        List.of("grant update on %s to %s"),
        "describe table",
        "list tables",
        "list sequences");
    role(
        "deleter",
        List.of("grant delete on %s to %s"),
        "describe table",
        "list tables",
        "list sequences");
    role(
        "truncater",
        List.of("grant truncate, references, trigger on %s to %s"),
        "describe table",
        "list tables",
        "list sequences");
    role(
        "writer",
        List.of("grant select, insert, update, delete on %s to %s"),
        "describe table",
        "list tables",
        "list sequences",
        "get",
        "scan",
        "lock",
        "insert",
        "upsert",
        "update",
        "delete",
        "ranges of the table");
    role(
        "sequence_reader",
        List.of("grant select on sequence %2$s_ids to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "describe sequence",
        "current value");
    role(
        "sequence_user",
        List.of("grant usage on sequence %2$s_ids to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "describe sequence",
        "current value",
        "next value",
        "reserve values");
    role(
        "sequence_updater",
        List.of("grant update on sequence %2$s_ids to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "describe sequence",
        "next value",
        "reserve values",
        "set value");
    role(
        "creator",
        List.of("grant create on schema public to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "create table",
        "create sequence");
    role(
        "outsider", // has all privileges on the objects, and may not use their database
        List.of("grant all on %s to %s", "grant all on sequence %2$s_ids to %2$s"),
        "list tables",
        "list sequences");
    role(
        "member", // of the owner, without its privileges
        List.of("grant boss to %2$s"),
        "describe table",
        "list tables",
        "list sequences");
    role(
        "monitor",
        List.of("grant pg_monitor to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "status");
    role(
        "data_reader",
        List.of("grant pg_read_all_data to %2$s"),
        "describe table",
        "list tables",
        "list sequences",
        "get",
        "scan",
        "ranges of the table",
        "all ranges",
        "describe sequence",
        "current value");
    role(
        "manager",
        List.of("alter role %2$s createdb createrole"),
        "describe table",
        "list tables",
        "list sequences");
  }

  @BeforeAll
  static void start() throws SQLException {
    server = TestServers.start(folder.resolve("store"));
    execute(
        "create role boss login",
        "grant all on schema public to boss",
        "create type mood as enum ('sad', 'happy')",
        "revoke usage on type mood from public",
        "create database lobby");
    owner = client("boss");
    for (Map.Entry<String, Role> entry : ROLES.entrySet()) {
      String role = entry.getKey();
      execute("create role " + role + (role.equals("member") ? " noinherit login" : " login"));
      execute("grant connect on database lobby to " + role);
      String table = role + "_rows";
      ClientTable rows = owner.createTable(TestServers.people(table), false);
      insert(owner, rows, 1);
      insert(owner, rows, 2);
      owner.sequences().create(role + "_ids", WireSequenceOptions.UNSET, false);
      for (String grant : entry.getValue().grants()) {
        execute(grant.formatted(table, role));
      }
    }
    execute("revoke connect on database colonnade from public");
    for (String role : ROLES.keySet()) {
      if (!role.equals("outsider")) {
        execute("grant connect on database colonnade to " + role);
      }
    }
    execute("grant connect on database colonnade to boss");
  }

  @AfterAll
  static void stop() {
    owner.close();
    server.close();
  }

  private static void execute(String... statements) throws SQLException {
    String url =
        "jdbc:colonnade://localhost:%d/colonnade?user=postgres"
            .formatted(server.nativeAddress().getPort());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static ColonnadeClient client(String user) {
    return TestServers.client(server.nativeAddress().getPort())
        .user(user)
        .database(user.equals("outsider") ? "lobby" : "colonnade")
        .build();
  }

  private static void insert(ColonnadeClient client, ClientTable table, long id) {
    try (WriteBatch batch = table.newBatch()) {
      batch.insert().putAll(id, "Ada", 36).end();
      client.write(batch);
    }
  }

  @Test
  void shouldPermitOnlyWhatIsGranted() throws IOException {
    List<String> differences = new ArrayList<>();
    int count = 0;
    for (Map.Entry<String, Role> entry : ROLES.entrySet()) {
      String role = entry.getKey();
      try (ColonnadeClient client = client(role)) {
        NativeAttacks.Attacker attacker =
            new NativeAttacks.Attacker(
                server,
                role,
                client,
                owner.table(role + "_rows"),
                owner.sequence(role + "_ids").id());
        for (NativeAttacks.Attack attack : NativeAttacks.all()) {
          String expected =
              entry.getValue().mayDo().contains(attack.name())
                  ? NativeAttacks.OK
                  : NativeAttacks.DENIED;
          String found = attack.action().run(attacker);
          if (!found.equals(expected)) {
            differences.add("%s: %s is %s".formatted(role, attack.name(), found));
          }
          count++;
        }
      }
    }
    assertThat(differences).isEmpty();
    assertThat(count).isGreaterThan(500);
  }

  @Test
  void shouldAttackWithEveryRequest() {
    Set<RequestType> tried = EnumSet.copyOf(WITHOUT_OBJECT);
    NativeAttacks.all().forEach(attack -> tried.add(attack.type()));
    assertThat(tried).containsExactlyInAnyOrder(RequestType.values());
  }
}
