package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Pong;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.TransportKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of connections: their number, their timeouts, and shutdown. */
class ConnectionLimitTest {
  @TempDir private Path folder;

  @Test
  void shouldRejectAConnectionOverTheLimitUntilAnotherCloses() throws Exception {
    try (Server server = start(NetworkConfig.DEFAULT.withConnectionsMax(2));
        RawClient first = RawClient.greeted(server.nativeAddress())) {
      try (RawClient second = RawClient.greeted(server.nativeAddress());
          RawClient third = new RawClient(server.nativeAddress())) {
        third.send(FrameLayout.CONNECTION_STREAM_ID, RawClient.hello(""));
        ErrorResponse error = third.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
        assertThat(error.number()).isEqualTo(ErrorCode.TOO_MANY_CONNECTIONS.number());
        assertThat(third.isClosedByServer()).isTrue();
        ping(second);
      }
      org.awaitility.Awaitility.await().until(() -> server.connectionCount() == 1);
      try (RawClient next = RawClient.greeted(server.nativeAddress())) {
        ping(next);
      }
      ping(first);
    }
  }

  @Test
  void shouldCloseAConnectionWithoutAHello() throws IOException {
    NetworkConfig.Timeouts timeouts =
        new NetworkConfig.Timeouts(Duration.ofMillis(100), Duration.ZERO, Duration.ofSeconds(1));
    try (Server server = start(NetworkConfig.DEFAULT.withTimeouts(timeouts));
        RawClient silent = new RawClient(server.nativeAddress())) {
      ErrorResponse error = silent.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
      assertThat(error.message()).contains("timeoutMillis=100");
      assertThat(silent.isClosedByServer()).isTrue();
    }
  }

  @Test
  void shouldCloseAnIdleConnection() throws IOException {
    NetworkConfig.Timeouts timeouts =
        new NetworkConfig.Timeouts(
            Duration.ofMinutes(2), Duration.ofSeconds(2), Duration.ofSeconds(1));
    try (Server server = start(NetworkConfig.DEFAULT.withTimeouts(timeouts));
        RawClient idle = RawClient.greeted(server.nativeAddress())) {
      assertThat(idle.isClosedByServer()).isTrue();
    }
  }

  @Test
  void shouldServeManyConnections() throws IOException {
    int count = 200;
    List<RawClient> clients = new ArrayList<>();
    try (Server server = start(NetworkConfig.DEFAULT)) {
      for (int i = 0; i < count; i++) {
        clients.add(RawClient.greeted(server.nativeAddress()));
      }
      for (RawClient client : clients) {
        client.send(1, new Ping());
      }
      for (RawClient client : clients) {
        client.receive(1, Pong.class);
      }
      assertThat(server.connectionCount()).isEqualTo(count);
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  @SuppressWarnings("try") // the test closes the server early
  void shouldReportItsShutdownToClients() throws IOException {
    try (Server server = start(NetworkConfig.DEFAULT);
        RawClient client = RawClient.greeted(server.nativeAddress())) {
      server.close();
      ErrorResponse error = client.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
      assertThat(error.number()).isEqualTo(ErrorCode.SHUTTING_DOWN.number());
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void shouldServeByEveryPortableTransport() throws IOException {
    for (TransportKind choice : List.of(TransportKind.AUTO, TransportKind.NIO)) {
      NetworkConfig network =
          NetworkConfig.DEFAULT.withTransport(choice).withProtocol(ProtocolLimits.DEFAULTS);
      try (Server server = start(network);
          RawClient client = RawClient.greeted(server.nativeAddress())) {
        ping(client);
      }
    }
  }

  private Server start(NetworkConfig network) {
    ServerConfig config = TestServers.config(folder).withNetwork(network);
    return Server.start(config, List.of());
  }

  private static void ping(RawClient client) throws IOException {
    client.send(1, new Ping());
    client.receive(1, Pong.class);
  }
}
