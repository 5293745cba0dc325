package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.sequence.ClientSequence;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SequenceRequest;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Ok;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.SequenceResponse;
import dev.colonnade.protocol.sequence.OptionValue;
import dev.colonnade.protocol.sequence.SequenceType;
import dev.colonnade.protocol.sequence.WireSequenceDescription;
import dev.colonnade.protocol.sequence.WireSequenceOptions;
import dev.colonnade.protocol.session.DiscardTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invalid sequence requests: PostgreSQL's SQLSTATE and message, and no change. */
class SequenceBadInputTest {
  private static final int STREAM = 3;
  private static final long NO_ID = 999;

  @TempDir private Path folder;
  private Server server;
  private ColonnadeClient client;
  private ClientSequence ids;

  @BeforeEach
  void start() {
    server = TestServers.start(folder);
    client = TestServers.connect(server);
    client.createTable(TestServers.people("people"), false);
    ids = client.sequences().create("ids", WireSequenceOptions.builder().max(10).build(), false);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private record Rejection(Request request, String sqlState, String message) {}

  @Test
  void shouldRejectDefinitionsLikePostgres() throws IOException {
    assertRejected(
        List.of(
            create(WireSequenceOptions.builder().cache(0), "CACHE (0) must be greater than zero"),
            create(WireSequenceOptions.builder().cache(-1), "CACHE (-1) must be greater than zero"),
            create(WireSequenceOptions.builder().increment(0), "INCREMENT must not be zero"),
            create(
                WireSequenceOptions.builder().min(10).max(5),
                "MINVALUE (10) must be less than MAXVALUE (5)"),
            create(
                WireSequenceOptions.builder().start(0),
                "START value (0) cannot be less than MINVALUE (1)"),
            create(
                WireSequenceOptions.builder().max(10).start(11),
                "START value (11) cannot be greater than MAXVALUE (10)"),
            create(
                WireSequenceOptions.builder().type(SequenceType.SMALLINT).max(40_000),
                "MAXVALUE (40000) is out of range for sequence data type smallint"),
            create(
                WireSequenceOptions.builder().type(SequenceType.INTEGER).min(Long.MIN_VALUE),
                "MINVALUE (-9223372036854775808) is out of range for sequence data type integer"),
            alter(
                WireSequenceOptions.UNSET,
                OptionValue.of(0),
                "RESTART value (0) cannot be less than MINVALUE (1)"),
            alter(
                WireSequenceOptions.builder().increment(0).build(),
                OptionValue.UNSET,
                "INCREMENT must not be zero"),
            alter(
                WireSequenceOptions.builder().max(0).build(),
                OptionValue.UNSET,
                "MINVALUE (1) must be less than MAXVALUE (0)")));
  }

  @Test
  void shouldRejectDuplicateAndUnknownNames() throws IOException {
    WireSequenceOptions unset = WireSequenceOptions.UNSET;
    assertRejected(
        List.of(
            new Rejection(
                new SequenceRequest.Create("ids", unset, false),
                "42P07",
                "relation \"ids\" already exists"),
            new Rejection(
                new SequenceRequest.Create("people", unset, false),
                "42P07",
                "relation \"people\" already exists"),
            new Rejection(
                new SequenceRequest.Rename("ids", "people"),
                "42P07",
                "relation \"people\" already exists"),
            new Rejection(
                new SequenceRequest.Create(
                    "s", WireSequenceOptions.builder().ownedBy("unknown", "id").build(), false),
                "42P01",
                "no such table: table=unknown"),
            new Rejection(
                new SequenceRequest.Create(
                    "s", WireSequenceOptions.builder().ownedBy("people", "nothing").build(), false),
                "42703",
                "no such column: column=nothing"),
            new Rejection(
                new SequenceRequest.Create("", unset, false), "42602", "sequence name must have"),
            new Rejection(
                new SequenceRequest.Describe("unknown"),
                "42P01",
                "relation \"unknown\" does not exist"),
            new Rejection(
                new SequenceRequest.Alter("unknown", unset, OptionValue.UNSET),
                "42P01",
                "\"unknown\" does not exist"),
            new Rejection(
                new SequenceRequest.Rename("unknown", "another"),
                "42P01",
                "\"unknown\" does not exist"),
            new Rejection(
                new SequenceRequest.Drop("unknown", false),
                "42P01",
                "sequence \"unknown\" does not exist")));
  }

  @Test
  void shouldRejectInvalidValues() throws IOException {
    long id = ids.id();
    assertRejected(
        List.of(
            new Rejection(
                new SequenceRequest.SetValue(id, 11, true),
                "22003",
                "setval: value 11 is out of bounds for sequence \"ids\" (1..10)"),
            new Rejection(
                new SequenceRequest.CurrentValue(id),
                "55000",
                "currval of sequence \"ids\" is not yet defined in this session"),
            new Rejection(
                new SequenceRequest.LastValue(),
                "55000",
                "lastval is not yet defined in this session"),
            new Rejection(new SequenceRequest.ReserveValues(id, 0), "22023", "count=0"),
            new Rejection(new SequenceRequest.ReserveValues(id, -5), "22023", "count=-5"),
            new Rejection(
                new SequenceRequest.ReserveValues(id, Long.MAX_VALUE), "22023", "max=1073741824"),
            new Rejection(
                new SequenceRequest.ReserveValues(id, 11),
                "2200H",
                "nextval: reached maximum value of sequence \"ids\" (10)"),
            new Rejection(new SequenceRequest.NextValue(NO_ID), "42P01", "OID 999"),
            new Rejection(new SequenceRequest.CurrentValue(NO_ID), "42P01", "OID 999"),
            new Rejection(new SequenceRequest.SetValue(NO_ID, 1, true), "42P01", "OID 999"),
            new Rejection(new SequenceRequest.ReserveValues(NO_ID, 1), "42P01", "OID 999")));
  }

  @Test
  void shouldRejectInvalidSettings() throws IOException {
    assertRejected(
        List.of(
            new Rejection(
                new SessionRequest.SetSetting("sequence_rang", "1"),
                "42704",
                "unrecognized configuration parameter \"sequence_rang\""),
            new Rejection(
                new SessionRequest.SetSetting("sequence_cache_method", "none"),
                "22023",
                "invalid value for parameter \"sequence_cache_method\": \"none\""),
            new Rejection(
                new SessionRequest.SetSetting("sequence_range", "many"),
                "22023",
                "invalid value for parameter \"sequence_range\": \"many\""),
            new Rejection(
                new SessionRequest.SetSetting("sequence_range", "0"),
                "22023",
                "0 is outside the valid range for parameter \"sequence_range\" (1 .. 1073741824)"),
            new Rejection(
                new SessionRequest.SetSetting("sequence_cache_min", "-1"),
                "22023",
                "-1 is outside the valid range for parameter \"sequence_cache_min\"")));
  }

  @Test
  void shouldEndAtTheLastValue() throws IOException {
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      for (long expected = 1; expected <= 10; expected++) {
        raw.send(STREAM, new SequenceRequest.NextValue(ids.id()));
        assertThat(raw.receive(STREAM, SequenceResponse.Value.class).value()).isEqualTo(expected);
      }
      for (int i = 0; i < 3; i++) {
        raw.send(STREAM, new SequenceRequest.NextValue(ids.id()));
        ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
        assertThat(error.sqlState()).isEqualTo("2200H");
        assertThat(error.message())
            .isEqualTo("nextval: reached maximum value of sequence \"ids\" (10)");
      }
      raw.send(STREAM, new SequenceRequest.CurrentValue(ids.id()));
      assertThat(raw.receive(STREAM, SequenceResponse.Value.class).value()).isEqualTo(10);
      raw.send(STREAM, new SessionRequest.Discard(DiscardTarget.ALL));
      raw.receive(STREAM, Ok.class);
    }
  }

  /** Asserts that each request is rejected; the connection and the sequence remain unaffected. */
  private void assertRejected(List<Rejection> rejections) throws IOException {
    WireSequenceDescription before = client.sequences().describe("ids");
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      for (Rejection rejection : rejections) {
        raw.send(STREAM, rejection.request);
        ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
        assertThat(error.message()).as("%s", rejection).contains(rejection.message);
        assertThat(error.sqlState()).as("%s", rejection).isEqualTo(rejection.sqlState);
        raw.send(STREAM, new Ping());
        raw.receive(STREAM, Pong.class);
      }
    }
    assertThat(client.sequences().describe("ids")).isEqualTo(before);
    assertThat(client.sequences().names()).containsExactly("ids");
    assertThat(ids.next()).isEqualTo(1);
  }

  private static Rejection create(WireSequenceOptions.Builder options, String message) {
    return new Rejection(new SequenceRequest.Create("s", options.build(), false), "22023", message);
  }

  private static Rejection alter(WireSequenceOptions options, OptionValue restart, String message) {
    return new Rejection(new SequenceRequest.Alter("ids", options, restart), "22023", message);
  }
}
