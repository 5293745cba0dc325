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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Requests of the native protocol that concern an object, for attacks on objects of another role.
 */
final class NativeAttacks {
  static final String DENIED = "42501";
  static final String OK = "ok";

  private NativeAttacks() {}

  /** Request to an object of a role's own set of objects. */
  record Attack(String name, RequestType type, Action action) {}

  @FunctionalInterface
  interface Action {
    /** Sends the request; returns "ok", or the SQLSTATE of the error. */
    String run(Attacker attacker) throws IOException;
  }

  /** Role that attacks, and the objects that it attacks. */
  record Attacker(
      Server server, String role, ColonnadeClient client, ClientTable rows, long sequenceId) {
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

  /** Returns all attacks, in their order: those that delete come last. */
  static List<Attack> all() {
    List<Attack> all = new ArrayList<>();
    rowAttacks(all);
    rangeAttacks(all);
    tableAttacks(all);
    tableChangeAttacks(all);
    sequenceAttacks(all);
    sequenceChangeAttacks(all);
    return all;
  }

  private static void rowAttacks(List<Attack> all) {
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
  }

  private static void rangeAttacks(List<Attack> all) {
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
  }

  private static void tableAttacks(List<Attack> all) {
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
  }

  private static void tableChangeAttacks(List<Attack> all) {
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
  }

  private static void sequenceAttacks(List<Attack> all) {
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
  }

  private static void sequenceChangeAttacks(List<Attack> all) {
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
  }
}
