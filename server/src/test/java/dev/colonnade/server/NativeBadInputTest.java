package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.filter.CompareOp;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.mutation.WriteDurability;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.KeyBound;
import dev.colonnade.protocol.scan.PageSpec;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.scan.ScanFlowControl;
import dev.colonnade.protocol.scan.ScanSelection;
import dev.colonnade.protocol.scan.SpanSpec;
import dev.colonnade.protocol.scan.WireScanTarget;
import dev.colonnade.protocol.schema.Literal;
import dev.colonnade.protocol.schema.TableVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Invalid requests of native clients: each is rejected with a clear error, without side effects.
 */
class NativeBadInputTest {
  private static final int STREAM = 7;

  @TempDir private Path folder;
  private Server server;
  private ColonnadeClient client;
  private ClientTable people;

  @BeforeEach
  void start() {
    server = TestServers.start(folder);
    client = TestServers.connect(server);
    people = client.createTable(TestServers.people("people"), false);
    try (WriteBatch batch = people.newBatch()) {
      batch.insert().putLong(1).putText("one").putInt(1).end();
      client.write(batch);
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void shouldRejectInvalidRequests() throws IOException {
    int id = people.description().tableId();
    int unknown = id + 1;
    SpanSpec reversed = new SpanSpec(bound(5), bound(1));
    FilterSpec wrongType = new FilterSpec.Compare(3, CompareOp.EQ, new Literal.OfText("x"));
    FilterSpec noColumn = new FilterSpec.IsNull(99);
    Map<Request, ErrorCode> rejected =
        Map.ofEntries(
            Map.entry(new TableRequest.Describe("unknown"), ErrorCode.UNKNOWN_TABLE),
            Map.entry(scan(unknown, 1, SpanSpec.ALL, FilterSpec.ALL), ErrorCode.UNKNOWN_TABLE),
            Map.entry(scan(id, 9, SpanSpec.ALL, FilterSpec.ALL), ErrorCode.UNKNOWN_SCHEMA_VERSION),
            Map.entry(scan(id, 1, reversed, FilterSpec.ALL), ErrorCode.INVALID_ARGUMENT),
            Map.entry(scan(id, 1, SpanSpec.ALL, wrongType), ErrorCode.TYPE_MISMATCH),
            Map.entry(scan(id, 1, SpanSpec.ALL, noColumn), ErrorCode.UNKNOWN_COLUMN),
            Map.entry(get(unknown, 1, List.of(), 1, key(1)), ErrorCode.UNKNOWN_TABLE),
            Map.entry(get(id, 9, List.of(), 1, key(1)), ErrorCode.UNKNOWN_SCHEMA_VERSION),
            Map.entry(get(id, 1, List.of(99), 1, key(1)), ErrorCode.UNKNOWN_COLUMN),
            Map.entry(get(id, 1, List.of(), 2, key(1)), ErrorCode.INVALID_ARGUMENT),
            Map.entry(write(unknown, 1, key(1)), ErrorCode.UNKNOWN_TABLE),
            Map.entry(write(id, 9, key(1)), ErrorCode.UNKNOWN_SCHEMA_VERSION),
            Map.entry(split(id, 2), ErrorCode.INVALID_ARGUMENT));
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      for (Map.Entry<Request, ErrorCode> entry : rejected.entrySet()) {
        raw.send(STREAM, entry.getKey());
        ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
        assertThat(error.number())
            .as("%s: %s", entry.getKey(), error.message())
            .isEqualTo(entry.getValue().number());
        assertThat(error.sqlState()).isEqualTo(entry.getValue().sqlState());
        assertThat(error.message()).contains("=");
      }
      raw.send(STREAM, new Ping());
      raw.receive(STREAM, Pong.class);
    }
    assertThat(client.ranges("people").getFirst().sizes().liveRows()).isEqualTo(1);
  }

  @Test
  void shouldRejectKeysThatDoNotMatchTheirSchema() throws IOException {
    int id = people.description().tableId();
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      raw.send(STREAM, get(id, 1, List.of(), 1, Unpooled.wrappedBuffer(new byte[] {0, 1, 2})));
      ErrorResponse error = raw.receive(STREAM, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ProtocolError.MALFORMED_FRAME.number());
      raw.send(STREAM, new Ping());
      raw.receive(STREAM, Pong.class);
    }
  }

  @Test
  void shouldCloseOnlyTheConnectionThatSendsJunk() throws IOException {
    List<byte[]> junk =
        List.of(
            "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            new byte[] {1, 0, 0, 0, 1},
            frameOf(0x7E),
            frameOf(0x03));
    for (byte[] bytes : junk) {
      try (RawClient raw = new RawClient(server.nativeAddress())) {
        raw.sendBytes(bytes);
        ErrorResponse error = raw.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
        assertThat(error.sqlState()).isEqualTo("08P01");
        assertThat(raw.isClosedByServer()).isTrue();
      }
    }
    client.ping();
  }

  @Test
  void shouldRejectFramesOverTheLimit() throws IOException {
    int limit = ProtocolLimits.DEFAULTS.frameBytesMax();
    try (RawClient raw = RawClient.greeted(server.nativeAddress())) {
      ByteBuf head = Unpooled.buffer().writeIntLE(limit + 1);
      raw.sendBytes(head.array());
      ErrorResponse error = raw.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ProtocolError.FRAME_LENGTH.number());
      assertThat(error.message()).contains("max=" + limit);
      assertThat(raw.isClosedByServer()).isTrue();
    }
    client.ping();
  }

  @Test
  void shouldRejectUnknownVersionsAndDatabases() throws IOException {
    ProtocolVersion future = new ProtocolVersion(9, 0);
    Hello tooNew =
        new Hello(
            future,
            future,
            new Hello.Identity("raw", "", "colonnade"),
            Set.of(),
            ProtocolLimits.DEFAULTS.frameBytesMax());
    try (RawClient raw = new RawClient(server.nativeAddress())) {
      raw.send(FrameLayout.CONNECTION_STREAM_ID, tooNew);
      ErrorResponse error = raw.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ProtocolError.VERSION.number());
      assertThat(raw.isClosedByServer()).isTrue();
    }
    try (RawClient raw = new RawClient(server.nativeAddress())) {
      raw.send(FrameLayout.CONNECTION_STREAM_ID, RawClient.hello("elsewhere"));
      ErrorResponse error = raw.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ErrorCode.UNKNOWN_DATABASE.number());
      assertThat(raw.isClosedByServer()).isTrue();
    }
  }

  private static byte[] frameOf(int type) {
    return new byte[] {6, 0, 0, 0, (byte) type, 0, 1, 0, 0, 0};
  }

  private static ByteBuf key(long id) {
    return Unpooled.buffer().writeByte(0).writeLongLE(id);
  }

  private static KeyBound bound(long id) {
    return new KeyBound.Prefix(1, true, Bytes.copyOf(key(id)));
  }

  private static Scan scan(int tableId, int version, SpanSpec span, FilterSpec filter) {
    ScanSelection all = ScanSelection.ALL;
    return new Scan(
        new WireScanTarget(tableId, 0, version, List.of(span), Bytes.EMPTY),
        new ScanSelection(List.of(), filter, 0, all.direction(), true),
        ReadMode.LATEST,
        PageSpec.DEFAULTS,
        new ScanFlowControl(1, 1, false, false));
  }

  private static Get get(int tableId, int version, List<Integer> columns, int count, ByteBuf keys) {
    return new Get(
        new TableVersion(tableId, version),
        new Get.Selection(columns, ReadMode.LATEST, ScanFormat.AUTO),
        count,
        keys);
  }

  private static Write write(int tableId, int version, ByteBuf key) {
    ByteBuf mutations = Unpooled.buffer().writeByte(4).writeBytes(key);
    return new Write(
        new TableVersion(tableId, version), WriteDurability.RELAXED, List.of(), 1, mutations);
  }

  private static RangeRequest.SplitAt split(int tableId, int columnCount) {
    return new RangeRequest.SplitAt(
        new TableVersion(tableId, 1), columnCount, 1, Bytes.copyOf(key(1)));
  }
}
