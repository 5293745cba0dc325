package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Input of unauthenticated clients on the native port. */
@Timeout(300)
final class LoginHandshakeTest {
  private static final SecurityConfig SCRAM =
      new SecurityConfig(AuthenticationMode.SCRAM, Optional.empty(), Optional.empty());

  @TempDir static Path folder;

  private static Server server;

  @BeforeAll
  static void start() {
    server = Server.start(TestServers.config(folder).withSecurity(SCRAM), List.of());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldAcceptOnlyAuthenticationAfterTheHello() throws IOException {
    SqlExecutionOptions terms = new SqlExecutionOptions(false, 0, 0, 1, Compression.NONE);
    for (Request request :
        List.of(
            new Ping(),
            new TableRequest.ListAll(),
            new Credit(1, 1),
            new Cancel(),
            new SqlRequest.Stop(),
            new SqlRequest.Run("select 1", terms),
            RawClient.hello(""))) {
      for (int stream : new int[] {FrameLayout.CONNECTION_STREAM_ID, 1}) {
        try (RawClient raw = challenged()) {
          raw.send(stream, request);
          assertRejected(raw, ProtocolError.UNEXPECTED_MESSAGE.number());
        }
      }
    }
    try (RawClient raw = new RawClient(server.nativeAddress())) {
      raw.send(FrameLayout.CONNECTION_STREAM_ID, new Authenticate("SCRAM-SHA-256", "n,,n=,r=a"));
      assertRejected(raw, ProtocolError.UNEXPECTED_MESSAGE.number());
    }
    try (RawClient raw = challenged()) {
      raw.send(1, new Authenticate("SCRAM-SHA-256", "n,,n=,r=a"));
      assertRejected(raw, ProtocolError.UNEXPECTED_MESSAGE.number());
    }
  }

  @Test
  void shouldAcceptShortFramesOnly() throws IOException {
    try (RawClient raw = challenged()) {
      int tooLong = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX + 1;
      raw.sendBytes(
          (byte) tooLong, (byte) (tooLong >> 8), (byte) (tooLong >> 16), (byte) 0, (byte) 2);
      assertRejected(raw, ProtocolError.FRAME_LENGTH.number());
    }
  }

  @Test
  void shouldRejectAnInvalidProof() throws IOException {
    for (String first : List.of("", "n,,", "n,,n=,r=", "y,,n=", "p=tls-unique,,n=,r=a")) {
      try (RawClient raw = challenged()) {
        raw.send(0, new Authenticate("SCRAM-SHA-256", first));
        assertRejected(raw, ErrorCode.PROTOCOL_VIOLATION.number());
      }
    }
    for (String mechanism : List.of("", "PLAIN", "SCRAM-SHA-256-PLUS")) {
      try (RawClient raw = challenged()) {
        raw.send(0, new Authenticate(mechanism, "n,,n=,r=a"));
        assertRejected(raw, ErrorCode.PROTOCOL_VIOLATION.number());
      }
    }
    for (String last : List.of("", "c=biws", "c=biws,r=NONCE", "c=eSws,r=NONCE,p=AAAA")) {
      try (RawClient raw = challenged()) {
        raw.send(0, new Authenticate("", last.replace("NONCE", nonce(raw))));
        assertRejected(raw, ErrorCode.PROTOCOL_VIOLATION.number());
      }
    }
    try (RawClient raw = challenged()) {
      raw.send(0, new Authenticate("", "c=biws,r=" + nonce(raw) + ",p=AAAA"));
      assertRejected(raw, ErrorCode.INVALID_PASSWORD.number());
    }
  }

  @Test
  void shouldRejectAClientWithoutAuthenticationSupport() throws IOException {
    Hello old =
        new Hello(
            ProtocolVersion.OLDEST,
            ProtocolVersion.WITH_SQL,
            RawClient.hello("").identity(),
            Set.of(),
            ProtocolLimits.DEFAULTS.frameBytesMax());
    try (RawClient raw = new RawClient(server.nativeAddress())) {
      raw.send(0, old);
      assertRejected(raw, ErrorCode.INVALID_AUTHORIZATION.number());
    }
  }

  @Test
  void shouldCloseASlowLogin(@TempDir Path store) throws IOException {
    NetworkConfig.Timeouts timeouts =
        new NetworkConfig.Timeouts(Duration.ofMillis(100), Duration.ZERO, Duration.ofSeconds(10));
    ServerConfig shortTimeouts =
        TestServers.config(store)
            .withNetwork(NetworkConfig.DEFAULT.withTimeouts(timeouts))
            .withSecurity(SCRAM);
    try (Server other = Server.start(shortTimeouts, List.of());
        RawClient raw = new RawClient(other.nativeAddress())) {
      raw.send(0, RawClient.hello(""));
      // On a slow machine the timeout may precede the hello: the connection closes in both cases.
      while (!raw.isClosedByServer()) {
        Thread.onSpinWait();
      }
      assertThat(raw.isClosedByServer()).isTrue();
    }
  }

  @Test
  void shouldSurviveJunkInPlaceOfTheProof() throws IOException {
    Random random = new Random(Seed.of("EntranceTest"));
    for (int round = 0; round < 60; round++) {
      try (RawClient raw = challenged()) {
        byte[] junk = new byte[1 + random.nextInt(200)];
        random.nextBytes(junk);
        int length = junk.length + 6;
        byte[] frame = new byte[10 + junk.length];
        frame[0] = (byte) length;
        frame[1] = (byte) (length >> 8);
        frame[4] = 2;
        System.arraycopy(junk, 0, frame, 10, junk.length);
        raw.sendBytes(frame);
        while (!raw.isClosedByServer()) {
          Thread.onSpinWait(); // responses to junk that happened to be a message
        }
      }
    }
    challenged().close();
  }

  private static RawClient challenged() throws IOException {
    RawClient raw = new RawClient(server.nativeAddress());
    raw.send(FrameLayout.CONNECTION_STREAM_ID, RawClient.hello(""));
    Challenge challenge = raw.receive(FrameLayout.CONNECTION_STREAM_ID, Challenge.class);
    assertThat(challenge.mechanisms()).containsExactly("SCRAM-SHA-256");
    return raw;
  }

  private static String nonce(RawClient raw) throws IOException {
    raw.send(0, new Authenticate("SCRAM-SHA-256", "n,,n=,r=abc"));
    String first = raw.receive(FrameLayout.CONNECTION_STREAM_ID, Challenge.class).message();
    assertThat(first).startsWith("r=abc");
    return first.substring(2, first.indexOf(','));
  }

  private static void assertRejected(RawClient raw, int number) throws IOException {
    ErrorResponse error = raw.receive(FrameLayout.CONNECTION_STREAM_ID, ErrorResponse.class);
    assertThat(error.number()).as(error.message()).isEqualTo(number);
    assertThat(raw.isClosedByServer()).isTrue();
  }
}
