package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.server.pg.wire.FrontendDecoder;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.server.pg.wire.PgProtocolException;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutation-based fuzz test: any bytes are decoded or the connection is closed, without a leak. The
 * inputs are messages of valid clients with random changes; {@code -Dcolonnade.rounds=N} multiplies
 * the number of rounds. Does not use Jazzer, whose hooks would stay in the JVM and instrument the
 * sockets and JDBC of later tests.
 */
@Tag("integration")
final class PgRandomBytesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROUNDS = Integer.getInteger("colonnade.rounds", 1);
  private static final short NONE = 0;
  private static final short ONE = 1;

  @TempDir private static Path folder;

  @SuppressWarnings("NullAway.Init") // started before all tests
  private static PgListenerFixture server;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static List<byte[]> sessions() throws IOException {
    byte[] steps =
        concatenated(
            framed('P', "s", "select $1::int", ONE, 23),
            framed('B', "p", "s", ONE, ONE, ONE, 4, 41, ONE, ONE),
            framed('D', (byte) 'P', "p"),
            framed('E', "p", 1),
            framed('C', (byte) 'S', "s"),
            framed('H'),
            framed('S'));
    byte[] copy =
        concatenated(
            framed('Q', "create table if not exists fuzzed (id int primary key, name text)"),
            framed('Q', "copy fuzzed from stdin (format csv)"),
            framed('d', "1,\"one\"\n2".getBytes(UTF_8)),
            framed('f', "no"));
    return List.of(
        framed('Q', "select 1; select 'a' || 1; selec"),
        steps,
        copy,
        Arrays.copyOf(steps, steps.length - 9),
        framed('F', 1, NONE, NONE, NONE),
        framed('p', "word"),
        framed('X'));
  }

  private static List<byte[]> connections() throws IOException {
    byte[] parameters = bytes(3 << 16, "user", "postgres", "database", "colonnade", (byte) 0);
    byte[] startup = bytes(Integer.BYTES + parameters.length, parameters);
    List<byte[]> all = new ArrayList<>();
    all.add(startup);
    all.add(concatenated(bytes(8, 80_877_103), startup));
    all.add(bytes(8, 80_877_104));
    all.add(bytes(16, 80_877_102, 1, 2));
    all.add(bytes("GET / HTTP/1.1"));
    for (byte[] session : sessions()) {
      all.add(concatenated(startup, session));
    }
    return all;
  }

  @Test
  void shouldDecodeOrRefuseAnyBytes() throws Exception {
    Random random = Seed.random("PgRandomBytesTest.connections");
    List<byte[]> valid = connections();
    valid.forEach(PgRandomBytesTest::decodeOrRefuse);
    for (int round = 0; round < 2_000 * ROUNDS; round++) {
      decodeOrRefuse(mutated(valid.get(random.nextInt(valid.size())), random));
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // done when it returns
  private static void decodeOrRefuse(byte[] bytes) {
    FrontendDecoder decoder = new FrontendDecoder();
    decoder.messageBytesMax(1 << 20);
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    ByteBuf whole = Unpooled.buffer(1 + bytes.length).writeBytes(bytes);
    try {
      channel.writeInbound(whole);
    } catch (DecoderException | PgProtocolException refused) {
      assertThat(refused).hasRootCauseInstanceOf(PgProtocolException.class);
    } finally {
      for (Object read = channel.readInbound(); read != null; read = channel.readInbound()) {
        ((FrontendMessage) read).release();
      }
      channel.close();
    }
    assertThat(whole.refCnt()).isZero();
  }

  @Test
  void shouldRespondToOrCloseASessionOfAnyBytes() throws Exception {
    Random random = Seed.random("PgRandomBytesTest.sessions");
    List<byte[]> valid = sessions();
    for (byte[] session : valid) {
      respondOrClose(session);
    }
    for (int round = 0; round < 100 * ROUNDS; round++) {
      respondOrClose(mutated(valid.get(random.nextInt(valid.size())), random));
    }
  }

  private static void respondOrClose(byte[] bytes) throws Exception {
    try (RawPgClient client = RawPgClient.login(server.port(), "postgres")) {
      client.raw(bytes);
      client.finish();
      List<String> responses = responsesToEnd(client);
      assertThat(responses).noneMatch(response -> response.startsWith("E XX000"));
    }
    await().atMost(PATIENCE).until(() -> server.server().sessionCount() == 0);
  }

  /** Returns the responses up to the end; a connection closed with unread bytes is reset. */
  private static List<String> responsesToEnd(RawPgClient client) throws IOException {
    try {
      return client.toEnd();
    } catch (SocketException e) {
      return List.of();
    }
  }

  /** Returns a copy with mutated bytes, a missing part, or a repeated part. */
  private static byte[] mutated(byte[] valid, Random random) {
    byte[] bytes = valid.clone();
    for (int change = random.nextInt(4); change >= 0; change--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
        case 3 -> bytes = concatenated(bytes, Arrays.copyOfRange(bytes, at, bytes.length));
        default -> throw new IllegalStateException("no such change");
      }
    }
    return bytes;
  }

  private static byte[] framed(char type, Object... parts) throws IOException {
    byte[] content = bytes(parts);
    return bytes((byte) type, Integer.BYTES + content.length, content);
  }

  private static byte[] bytes(Object... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RawPgClient.write(new DataOutputStream(bytes), parts);
    return bytes.toByteArray();
  }

  private static byte[] concatenated(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
