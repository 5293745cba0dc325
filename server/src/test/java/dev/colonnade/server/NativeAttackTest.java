package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.ServerRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.scan.WireLockStrength;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sequence.OptionValue;
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
  private static final String DENIED = "42501";
  private static final String OK = "ok";

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

  /** Request to an object of a role's own set of objects. */
  private record Attack(String name, RequestType type, Action action) {}

  @FunctionalInterface
  private interface Action {
    /** Sends the request; returns "ok", or the SQLSTATE of the error. */
    String run(Attacker attacker) throws IOException;
  }

  /** Role that attacks, and the objects that it attacks. */
  private record Attacker(String role, ColonnadeClient client, ClientTable rows, long sequenceId) {
    String rowsName() {
      return role + "_rows";
    }

    String sequenceName() {
      return role + "_ids";
    }

    KeyBatch keys() {
      KeyBatch keys = rows.newKeys();
      keys.add().putLong(1).end();
      return keys;
    }

    /** Sends a request on a connection of its own. */
    String send(Request... requests) throws IOException {
      try (RawClient raw = new RawClient(server.nativeAddress())) {
        raw.send(
            FrameLayout.CONNECTION_STREAM_ID,
            new Hello(
                ProtocolVersion.OLDEST,
                ProtocolVersion.CURRENT,
                new Hello.Identity("raw", role.equals("outsider") ? "lobby" : "colonnade", role),
                Set.of(),
                ProtocolLimits.DEFAULTS.frameBytesMax()));
        assertThat(raw.receive().response()).isInstanceOf(HelloOk.class);
        String outcome = OK;
        for (int i = 0; i < requests.length && outcome.equals(OK); i++) {
          raw.send(i + 1, requests[i]);
          outcome = outcome(raw.receive().response());
        }
        return outcome;
      }
    }

    private String outcome(Response response) {
      return switch (response) {
        case ErrorResponse error -> error.sqlState();
        case TableResponse.Names names -> visible(names.names(), rowsName());
        case SequenceResponse.Names names -> visible(names.names(), sequenceName());
        default -> OK;
      };
    }

    /** An outsider must not see the names of objects in a database that it may not connect to. */
    private String visible(List<String> names, String name) {
      assertThat(names.contains(name)).as(role).isEqualTo(!role.equals("outsider"));
      return OK;
    }

    String call(Runnable request) {
      try {
        request.run();
        return OK;
      } catch (ClientException e) {
        return e.sqlState();
      }
    }

    String write(java.util.function.Consumer<WriteBatch> rowsOf) {
      try (WriteBatch batch = rows.newBatch()) {
        rowsOf.accept(batch);
        return call(() -> client.write(batch));
      }
    }
  }

  private static List<Attack> attacks() {
    List<Attack> all = new ArrayList<>();
    all.add(
        new Attack(
            "get",
            RequestType.GET,
            by -> by.call(() -> by.client().get(by.rows().newGet(), by.keys()).close())));
    all.add(
        new Attack(
            "scan",
            RequestType.SCAN,
            by ->
                by.call(
                    () -> {
                      try (ScanStream scan = by.client().scan(by.rows().newScan())) {
                        while (scan.next()) {
                          assertThat(scan.page().rowCount()).isPositive();
                        }
                      }
                    })));
    all.add(
        new Attack(
            "lock",
            RequestType.GET,
            by ->
                by.call(
                    () ->
                        by.client()
                            .transact(
                                tx -> {
                                  tx.get(
                                          by.rows().newGet().lock(WireLockStrength.UPDATE),
                                          by.keys())
                                      .close();
                                  return true;
                                }))));
    all.add(
        new Attack(
            "insert",
            RequestType.WRITE,
            by -> by.write(batch -> batch.insert().putAll(9L, "Eve", 1).end())));
    all.add(
        new Attack(
            "upsert",
            RequestType.WRITE,
            by -> by.write(batch -> batch.upsert().putAll(1L, "Eve", 1).end())));
    all.add(
        new Attack(
            "update",
            RequestType.WRITE,
            by -> by.write(batch -> batch.update().putAll(1L, "Eve", 1).end())));
    all.add(
        new Attack(
            "delete", RequestType.WRITE, by -> by.write(batch -> batch.delete().putLong(2).end())));
    all.add(
        new Attack(
            "ranges of the table",
            RequestType.RANGES,
            by -> by.send(new RangeRequest.ListAll(by.rowsName()))));
    all.add(
        new Attack("all ranges", RequestType.RANGES, by -> by.send(new RangeRequest.ListAll(""))));
    all.add(
        new Attack(
            "split",
            RequestType.SPLIT_AT,
            by -> by.call(() -> by.client().splitAt(by.rows(), by.keys()))));
    all.add(
        new Attack("status", RequestType.SERVER_STATUS, by -> by.send(new ServerRequest.Status())));
    all.add(
        new Attack(
            "server setting",
            RequestType.SET_SERVER_SETTING,
            by -> by.send(new ServerRequest.SetSetting("", "split.concurrency", "2"))));
    all.add(
        new Attack(
            "table setting",
            RequestType.SET_SERVER_SETTING,
            by ->
                by.send(
                    new ServerRequest.SetSetting(
                        by.rowsName(), "split.range-max-bytes", "64 MiB"))));
    all.add(
        new Attack(
            "describe table",
            RequestType.DESCRIBE_TABLE,
            by -> by.send(new TableRequest.Describe(by.rowsName()))));
    all.add(
        new Attack(
            "create existing table",
            RequestType.CREATE_TABLE,
            by ->
                by.role().equals("outsider")
                    ? by.send(new TableRequest.Create(TestServers.people(by.rowsName()), true))
                    : DENIED)); // for all others the same as a description
    all.add(
        new Attack(
            "list tables", RequestType.LIST_TABLES, by -> by.send(new TableRequest.ListAll())));
    all.add(
        new Attack(
            "create table",
            RequestType.CREATE_TABLE,
            by -> by.send(new TableRequest.Create(TestServers.people("new_" + by.role()), false))));
    all.add(
        new Attack(
            "use type",
            RequestType.CREATE_TABLE,
            by ->
                by.send(
                    new TableRequest.Create(
                        new TableDefinition(
                            "moody_" + by.role(),
                            List.of(
                                ColumnDefinition.required("id", WireType.BIGINT),
                                ColumnDefinition.nullable(
                                    "mood", WireType.enumeration("mood", List.of()))),
                            List.of(KeyColumnDefinition.ascending("id")),
                            List.of()),
                        false))));
    all.add(
        new Attack(
            "add column",
            RequestType.ALTER_TABLE,
            by ->
                by.send(
                    new TableRequest.Alter(
                        by.rowsName(),
                        new TableRequest.Alter.AddColumn(
                            ColumnDefinition.nullable("extra", WireType.TEXT), "")))));
    all.add(
        new Attack(
            "drop column",
            RequestType.ALTER_TABLE,
            by ->
                by.send(
                    new TableRequest.Alter(
                        by.rowsName(), new TableRequest.Alter.DropColumn("age")))));
    all.add(
        new Attack(
            "drop table",
            RequestType.DROP_TABLE,
            by -> by.send(new TableRequest.Drop(by.rowsName(), true))));
    all.add(
        new Attack(
            "describe sequence",
            RequestType.DESCRIBE_SEQUENCE,
            by -> by.send(new SequenceRequest.Describe(by.sequenceName()))));
    all.add(
        new Attack(
            "list sequences",
            RequestType.LIST_SEQUENCES,
            by -> by.send(new SequenceRequest.ListAll())));
    all.add(
        new Attack(
            "current value",
            RequestType.CURRENT_VALUE,
            by -> {
              String outcome = by.send(new SequenceRequest.CurrentValue(by.sequenceId()));
              return outcome.equals("55000") ? OK : outcome; // permitted, and none allocated yet
            }));
    all.add(
        new Attack(
            "next value",
            RequestType.NEXT_VALUE,
            by -> by.send(new SequenceRequest.NextValue(by.sequenceId()))));
    all.add(
        new Attack(
            "reserve values",
            RequestType.RESERVE_VALUES,
            by -> by.send(new SequenceRequest.ReserveValues(by.sequenceId(), 10))));
    all.add(
        new Attack(
            "set value",
            RequestType.SET_VALUE,
            by -> by.send(new SequenceRequest.SetValue(by.sequenceId(), 1_000, true))));
    all.add(
        new Attack(
            "create sequence",
            RequestType.CREATE_SEQUENCE,
            by ->
                by.send(
                    new SequenceRequest.Create(
                        "new_ids_" + by.role(), WireSequenceOptions.UNSET, false))));
    all.add(
        new Attack(
            "own a column of another role",
            RequestType.CREATE_SEQUENCE,
            by ->
                by.send(
                    new SequenceRequest.Create(
                        "owned_" + by.role(),
                        WireSequenceOptions.builder().ownedBy(by.rowsName(), "id").build(),
                        false))));
    all.add(
        new Attack(
            "alter sequence",
            RequestType.ALTER_SEQUENCE,
            by ->
                by.send(
                    new SequenceRequest.Alter(
                        by.sequenceName(), WireSequenceOptions.UNSET, OptionValue.of(7)))));
    all.add(
        new Attack(
            "rename sequence",
            RequestType.RENAME_SEQUENCE,
            by -> by.send(new SequenceRequest.Rename(by.sequenceName(), "stolen_" + by.role()))));
    all.add(
        new Attack(
            "drop sequence",
            RequestType.DROP_SEQUENCE,
            by -> by.send(new SequenceRequest.Drop(by.sequenceName(), true))));
    return all;
  }

  @Test
  void shouldPermitOnlyWhatIsGranted() throws IOException {
    List<String> differences = new ArrayList<>();
    int count = 0;
    for (Map.Entry<String, Role> entry : ROLES.entrySet()) {
      String role = entry.getKey();
      try (ColonnadeClient client = client(role)) {
        Attacker attacker =
            new Attacker(
                role, client, owner.table(role + "_rows"), owner.sequence(role + "_ids").id());
        for (Attack attack : attacks()) {
          String expected = entry.getValue().mayDo().contains(attack.name()) ? OK : DENIED;
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
    attacks().forEach(attack -> tried.add(attack.type()));
    assertThat(tried).containsExactlyInAnyOrder(RequestType.values());
  }
}
