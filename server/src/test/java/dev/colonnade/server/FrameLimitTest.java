package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanPageLimits;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.protocol.tuple.TupleWriter;
import dev.colonnade.server.config.ServerConfig;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows, responses and resume keys beyond the frame limit: an error, and a usable connection. */
class FrameLimitTest {
  private static final int SMALL_FRAME = 128 * 1024;
  private static final int LONG_TEXT = 200 * 1024;
  private static final int STREAM = 3;

  @TempDir private Path folder;
  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
  }

  private Server start(ProtocolLimits limits) {
    ServerConfig config = TestServers.config(folder);
    Server server =
        Server.start(config.withNetwork(config.network().withProtocol(limits)), List.of());
    opened.add(server);
    return server;
  }

  private ColonnadeClient connect(Server server, int frameBytesMax) {
    ColonnadeClient client =
        TestServers.client(server.nativeAddress().getPort())
            .connections(1)
            .frameBytesMax(frameBytesMax)
            .build();
    opened.add(client);
    return client;
  }

  private static void insert(ColonnadeClient client, ClientTable table, long id, int textLength) {
    try (WriteBatch batch = table.newBatch()) {
      batch.insert().putLong(id).putText("x".repeat(textLength)).putInt(1).end();
      client.write(batch);
    }
  }

  private static void assertFails(int number, String value, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ClientException.class,
            e -> {
              assertThat(e.number()).isEqualTo(number);
              assertThat(e).hasMessageContaining(value);
            });
  }

  @Test
  void shouldNotSendARowBeyondTheServersLimit() {
    Server server = start(ProtocolLimits.DEFAULTS.withFrameBytesMax(SMALL_FRAME));
    ColonnadeClient client = connect(server, ProtocolLimits.DEFAULTS.frameBytesMax());
    ClientTable people = client.createTable(TestServers.people("people"), false);
    assertFails(
        ClientError.REQUEST_TOO_LARGE.number(),
        "limit of " + SMALL_FRAME,
        () -> insert(client, people, 1, LONG_TEXT));
    insert(client, people, 1, 100);
    assertThat(getOne(client, people, 1)).isEqualTo(1);
    assertThat(server.connectionCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldRejectARowBeyondTheClientsLimit(ScanFormat format) {
    Server server = start(ProtocolLimits.DEFAULTS);
    ColonnadeClient client = connect(server, SMALL_FRAME);
    ClientTable people = client.createTable(TestServers.people("people"), false);
    insert(client, people, 1, 100);
    insert(
        client, people, 2,
        LONG_TEXT); // the client's limit applies to responses, not to its requests
    assertFails(
        ErrorCode.LIMIT_EXCEEDED.number(),
        "max=",
        () -> rows(client, people, format, "id", "name", "age"));
    assertThat(rows(client, people, ScanFormat.COL_BATCH, "id")).isEqualTo(2);
    assertFails(ErrorCode.LIMIT_EXCEEDED.number(), "bytesMax=", () -> getOne(client, people, 2));
    assertThat(getOne(client, people, 1)).isEqualTo(1);
    assertThat(server.connectionCount()).isEqualTo(1);
    await().until(() -> server.database().statistics().directBytes() == 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"COL_BATCH", "KEY_VALUES"})
  void shouldRejectColumnsOrPairsOfARowThatIsTooLong(ScanFormat format) {
    Server server = start(ProtocolLimits.DEFAULTS);
    ColonnadeClient client = connect(server, SMALL_FRAME);
    ClientTable people = client.createTable(TestServers.people("people"), false);
    insert(client, people, 1, LONG_TEXT);
    assertFails(
        ErrorCode.LIMIT_EXCEEDED.number(),
        "bytesMax=",
        () -> client.get(people.newGet().format(format), key(people, 1)));
    client.ping();
    assertThat(server.connectionCount()).isEqualTo(1);
  }

  @Test
  void shouldRespondWithAnErrorInPlaceOfAFrameOverTheLimit() {
    Server server = start(ProtocolLimits.DEFAULTS);
    List<ColumnDefinition> columns = new ArrayList<>();
    columns.add(ColumnDefinition.required("id", WireType.BIGINT));
    for (int i = 0; i < 1500; i++) {
      columns.add(ColumnDefinition.nullable("c".repeat(60) + i, WireType.BIGINT));
    }
    connect(server, ProtocolLimits.DEFAULTS.frameBytesMax())
        .createTable(
            new TableDefinition(
                "wide", columns, List.of(KeyColumnDefinition.ascending("id")), List.of()),
            false);
    ColonnadeClient small = connect(server, ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX);
    assertFails(
        ErrorCode.LIMIT_EXCEEDED.number(), "exceeds the limit of", () -> small.table("wide"));
    assertThat(small.tableNames()).containsExactly("wide");
    assertThat(server.connectionCount()).isEqualTo(2);
  }

  @Test
  void shouldRejectMoreSpansThanFitInAResumeKey() throws IOException {
    ProtocolLimits limits = new ProtocolLimits(16 * 1024 * 1024, 65_536, 128, 4096, 65_536, 1024);
    Server server = start(limits);
    ColonnadeClient client = connect(server, ProtocolLimits.DEFAULTS.frameBytesMax());
    ClientTable people = client.createTable(TestServers.people("people"), false);
    for (int id = 0; id < 200; id++) {
      insert(client, people, 2L * id, 10);
    }
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      for (boolean single : new boolean[] {false, true}) {
        raw.send(STREAM, scan(people, 200, single));
        ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
        assertThat(error.number()).isEqualTo(ErrorCode.LIMIT_EXCEEDED.number());
        assertThat(error.message()).contains("spans=200", "max=" + limits.resumeBytesMax());

        raw.send(STREAM, scan(people, 30, single));
        raw.receive(STREAM, ScanResponse.Opened.class);
        for (int page = 1; page <= (single ? 1 : 30); page++) {
          assertThat(raw.receive(STREAM, ScanResponse.Page.class).resume().isEmpty())
              .isEqualTo(page == 30);
        }
        raw.receive(STREAM, ScanResponse.End.class);
      }
      raw.send(STREAM, new Ping());
      raw.receive(STREAM, Pong.class);
    }
  }

  /** Returns a scan with one row for each page and one row for each span. */
  private static Scan scan(ClientTable table, int spanCount, boolean single) {
    List<SpanSpec> spans = new ArrayList<>();
    for (int i = 0; i < spanCount; i++) {
      spans.add(new SpanSpec(bound(2L * i), bound(2L * i)));
    }
    return new Scan(
        new WireScanTarget(table.description().tableId(), 0, 1, spans, Bytes.EMPTY),
        ScanSelection.ALL,
        ReadMode.LATEST,
        new PageSpec(ScanFormat.COL_BATCH, Compression.NONE, 0, new ScanPageLimits(1, 0, 0, false)),
        new ScanFlowControl(1000, Long.MAX_VALUE, single, false));
  }

  private static KeyBound bound(long id) {
    ByteBuf tuple = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(TupleSchema.of(WireType.BIGINT), tuple);
    writer.beginTuple();
    writer.putLong(id);
    writer.endTuple();
    return new KeyBound.Prefix(1, true, Bytes.copyOf(tuple));
  }

  private static KeyBatch key(ClientTable table, long id) {
    KeyBatch keys = table.newKeys();
    keys.add().putLong(id).end();
    return keys;
  }

  private static int getOne(ColonnadeClient client, ClientTable table, long id) {
    try (ResultPage page = client.get(table.newGet(), key(table, id))) {
      return page.rowCount();
    }
  }

  private static long rows(
      ColonnadeClient client, ClientTable table, ScanFormat format, String... columns) {
    long rows = 0;
    try (ScanStream scan = client.scan(table.newScan().columns(columns).format(format))) {
      while (scan.next()) {
        rows += scan.page().rowCount();
      }
    }
    return rows;
  }
}
