package dev.colonnade.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the driver with a server that violates the protocol: it throws an SQLException and never
 * blocks.
 */
@Timeout(600)
final class HostileServerTest {
  private static final HelloOk HELLO =
      new HelloOk(ProtocolVersion.CURRENT, "fake", "0", ProtocolLimits.DEFAULTS, Set.of());

  @Test
  void shouldRejectJunkInsteadOfAHandshake() throws Exception {
    for (byte[] junk :
        List.of(
            "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
            new byte[] {-1, -1, -1, -1},
            new byte[] {0, 0, 0, 0},
            new byte[0])) {
      try (FakeServer server = new FakeServer(junk, new byte[0])) {
        assertThatThrownBy(() -> server.connect(1))
            .isInstanceOf(SQLException.class)
            .hasFieldOrPropertyWithValue("SQLState", "08001");
      }
    }
  }

  @Test
  void shouldRejectAServerWithoutSql() throws Exception {
    HelloOk old =
        new HelloOk(ProtocolVersion.OLDEST, "old", "0", ProtocolLimits.DEFAULTS, Set.of());
    try (FakeServer server = new FakeServer(frame(0, old), new byte[0])) {
      assertThatThrownBy(server::connect).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void shouldTimeOutIfTheServerSendsNoHello() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "jdbc:colonnade://127.0.0.1:" + silent.getLocalPort() + "/x?connectTimeout=1";
      assertThatThrownBy(() -> DriverManager.getConnection(url))
          .isInstanceOf(SQLException.class)
          .hasFieldOrPropertyWithValue("SQLState", "08001")
          .hasMessageContaining("timeoutMillis=1000");
    }
  }

  @Test
  void shouldCloseTheConnectionIfAResponseIsTruncated() throws Exception {
    byte[] response = frame(1, emptyResult());
    for (int end = 0; end < response.length; end += 7) {
      try (FakeServer server =
              new FakeServer(frame(0, HELLO), java.util.Arrays.copyOf(response, end));
          Connection connection = server.connect()) {
        assertThatThrownBy(() -> read(connection))
            .isInstanceOf(SQLException.class)
            .hasFieldOrPropertyWithValue("SQLState", "08006");
        assertThat(connection.isClosed()).isTrue();
      }
    }
  }

  @Test
  void shouldReportAnUnknownOutcomeForChangesOnly() throws Exception {
    byte[] response = frame(1, emptyResult());
    byte[] truncated = java.util.Arrays.copyOf(response, response.length / 2);
    for (boolean isAutoCommit : new boolean[] {true, false}) {
      for (String sql : List.of("SELECT 1", "DELETE FROM t", "SELECT 1; DELETE FROM t")) {
        try (FakeServer server = new FakeServer(frame(0, HELLO), truncated);
            Connection connection = server.connect();
            Statement statement = connection.createStatement()) {
          if (!isAutoCommit) {
            connection.setAutoCommit(false);
          }
          boolean isUnknown = isAutoCommit && !sql.equals("SELECT 1");
          assertThatThrownBy(() -> statement.execute(sql))
              .as("sql=%s autoCommit=%s", sql, isAutoCommit)
              .isInstanceOf(SQLException.class)
              .hasFieldOrPropertyWithValue("SQLState", isUnknown ? "08007" : "08006");
        }
      }
    }
  }

  @Test
  void shouldReadOrRejectCorruptedResponses() throws Exception {
    long seed = Seed.of("HostileServerTest");
    Random random = new Random(seed);
    byte[] response = frame(1, emptyResult());
    for (int round = 0; round < 60; round++) {
      byte[] corrupted = response.clone();
      for (int i = 0; i < 3; i++) {
        corrupted[4 + random.nextInt(corrupted.length - 4)] = (byte) random.nextInt(256);
      }
      try (FakeServer server = new FakeServer(frame(0, HELLO), corrupted);
          Connection connection = server.connect()) {
        try {
          read(connection);
        } catch (SQLException refused) {
          assertThat(refused.getSQLState()).as("seed=%d", seed).isNotNull();
        }
      }
    }
  }

  @Test
  void shouldNotAllocateForAFalseFrameLength() throws Exception {
    byte[] header = {0, 0, -1, 0, (byte) 0xD3, 2, 1, 0, 0, 0}; // a frame of almost 16 MiB
    try (FakeServer server = new FakeServer(frame(0, HELLO), header);
        Connection connection = server.connect()) {
      assertThatThrownBy(() -> read(connection)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void shouldCloseTheConnectionIfTheServerDoesNotRespondToAPing() throws Exception {
    try (FakeServer server = new FakeServer(frame(0, HELLO));
        Connection connection = server.connect()) {
      connection.setNetworkTimeout(Runnable::run, 300_000);
      assertThat(connection.isValid(1)).isFalse();
      assertThat(connection.isClosed()).isTrue();
    }
  }

  private static void read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT 1")) {
      while (rows.next()) {
        rows.getString(1);
      }
    }
  }

  /** Returns a response with a shape but without rows. */
  private static Response emptyResult() {
    SqlRowDescription shape =
        new SqlRowDescription(
            List.of(new SqlColumnInfo("n", SqlTypeInfo.of(SqlTypeKind.INTEGER), 0, 0)),
            Bytes.ofHex("ffffffff10000000000000000000000000000000000000"));
    return new SqlResponse.End(
        new SqlSessionStatus(WireTransactionState.IDLE, List.of()),
        new SqlCompletion("SELECT", true, 0),
        new SqlRows(Optional.of(shape), 0, Unpooled.EMPTY_BUFFER));
  }

  private static byte[] frame(int stream, Response response) {
    ByteBuf out = Unpooled.buffer();
    new ResponseCodec(ProtocolLimits.DEFAULTS).encode(new ResponseFrame(stream, response), out);
    return ByteBufUtil.getBytes(out);
  }

  /**
   * Fake server that accepts one connection, responds to its first two frames with fixed bytes, and
   * closes it.
   */
  private static final class FakeServer implements AutoCloseable {
    private final ServerSocket listening;

    FakeServer(byte[] helloResponse, byte[] requestResponse) throws IOException {
      this(helloResponse, Optional.of(requestResponse));
    }

    /** Creates a server that responds to the first frame only and leaves the connection open. */
    FakeServer(byte[] helloResponse) throws IOException {
      this(helloResponse, Optional.empty());
    }

    private FakeServer(byte[] helloResponse, Optional<byte[]> requestResponse) throws IOException {
      listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      Thread thread = new Thread(() -> serve(helloResponse, requestResponse), "fake-server");
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(byte[] helloResponse, Optional<byte[]> requestResponse) {
      try (Socket socket = listening.accept()) {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        skipFrame(in);
        socket.getOutputStream().write(helloResponse);
        if (requestResponse.isPresent()) {
          skipFrame(in);
          socket.getOutputStream().write(requestResponse.get());
          socket.shutdownOutput();
        }
        in.readAllBytes();
      } catch (IOException gone) {
        assertThat(gone).isNotNull(); // expected: the driver has closed the connection
      }
    }

    private static void skipFrame(DataInputStream in) throws IOException {
      in.skipNBytes(Integer.toUnsignedLong(Integer.reverseBytes(in.readInt())));
    }

    Connection connect() throws SQLException {
      return connect(60);
    }

    Connection connect(int timeoutSeconds) throws SQLException {
      return DriverManager.getConnection(
          "jdbc:colonnade://127.0.0.1:%d/x?timeZone=UTC&connectTimeout=%d"
              .formatted(listening.getLocalPort(), timeoutSeconds));
    }

    @Override
    public void close() throws IOException {
      listening.close(); // the thread ends with the driver's connection
    }
  }
}
