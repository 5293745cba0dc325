package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Malformed frontend messages: truncated at every byte, too long, out of order, and inconsistent.
 * The server returns an ErrorResponse where the protocol allows one, and closes at most the session
 * that sent the message.
 */
@Tag("integration")
class PgBadMessagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TYPES = "QPBDECHSXpcdfF";
  private static final int HEADER_BYTES = 5;
  private static final short NONE = 0;
  private static final short ONE = 1;
  private static final short TWO = 2;
  private static final byte[] INT4 = {0, 0, 0, 41};

  @TempDir private static Path folder;

  @SuppressWarnings("NullAway.Init") // started before all tests
  private static PgListenerFixture server;

  @SuppressWarnings("NullAway.Init") // opened before each test
  private RawPgClient bystander;

  @BeforeAll
  static void start() throws Exception {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT.withConnectionsMax(500));
    try (RawPgClient client = login()) {
      client.query("create table copied (id int primary key)");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void openBystander() throws Exception {
    bystander = login();
    bystander.query("begin");
  }

  /** Checks that a concurrent session still works and that no other session is left. */
  @AfterEach
  void checkBystander() throws Exception {
    try (RawPgClient other = bystander) {
      assertThat(other.query("select 'alive'")).contains("D alive").endsWith("Z T");
      await().atMost(PATIENCE).until(() -> server.server().sessionCount() == 1);
    }
    await().atMost(PATIENCE).until(() -> server.server().sessionCount() == 0);
  }

  private static RawPgClient login() throws IOException {
    return RawPgClient.login(server.port(), "postgres");
  }

  /** Returns the content of a valid message of a type. */
  private static byte[] content(char type) {
    return switch (type) {
      case 'Q' -> bytes("select 1");
      case 'P' -> bytes("", "select $1::int", ONE, 23);
      case 'B' -> bytes("", "s", ONE, ONE, ONE, INT4.length, INT4, ONE, ONE);
      case 'D', 'C' -> bytes((byte) 'S', "s");
      case 'E' -> bytes("", 0);
      case 'p', 'f' -> bytes("word");
      case 'd' -> bytes("1\n");
      case 'F' -> bytes(1, NONE, NONE, NONE);
      default -> new byte[0];
    };
  }

  private static byte[] bytes(Object... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      RawPgClient.write(out, parts);
    } catch (IOException e) {
      throw new IllegalStateException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  private static byte[] framed(char type, byte[] content) {
    return bytes((byte) type, Integer.BYTES + content.length, content);
  }

  static Stream<Character> types() {
    return TYPES.chars().mapToObj(type -> (char) type);
  }

  /** Returns whether the content of a message type has a fixed structure. */
  private static boolean hasStructure(char type) {
    return "QPBDECf".indexOf(type) >= 0;
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldRefuseTruncatedContent(char type) throws Exception {
    byte[] whole = content(type);
    try (RawPgClient client = login()) {
      client.send('P', "s", "select $1::int", NONE).send('S').texts();
      for (int length = 0; hasStructure(type) && length < whole.length; length++) {
        client.raw(framed(type, Arrays.copyOf(whole, length))).send('S');
        assertThat(responses(client)).as("length=%d", length).anyMatch(text -> isViolation(text));
      }
      assertThat(client.query("select 7")).contains("D 7");
    }
  }

  /** Returns the responses up to and including the response of a marker query. */
  private static List<String> responses(RawPgClient client) throws IOException {
    List<String> texts = new ArrayList<>();
    client.send('Q', "select 'marker'");
    while (!texts.contains("D marker")) {
      texts.addAll(client.texts());
    }
    return texts;
  }

  private static boolean isViolation(String text) {
    return text.startsWith("E 08P01 ");
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldRefuseTrailingContent(char type) throws Exception {
    if (type == 'd' || type == 'p' || type == 'F') {
      return; // any bytes are of their form
    }
    byte[] whole = content(type);
    try (RawPgClient client = login()) {
      client.send('P', "s", "select $1::int", NONE).send('S').texts();
      client.raw(framed(type, Arrays.copyOf(whole, whole.length + 1))).send('S');
      assertThat(responses(client)).anyMatch(text -> isViolation(text));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldReleaseASessionWhenItsClientDisconnectsWithinAMessage(char type) throws Exception {
    byte[] whole = framed(type, content(type));
    for (int length = 1; length < whole.length; length++) {
      try (RawPgClient client = login()) {
        client.raw(Arrays.copyOf(whole, length));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldCloseASessionOnAnInvalidLength(char type) throws Exception {
    for (int length : new int[] {Integer.MIN_VALUE, -1, 0, 3, Integer.MAX_VALUE}) {
      try (RawPgClient client = login()) {
        client.raw(bytes((byte) type, length));
        assertThat(responsesToEnd(client))
            .as("length=%d", length)
            .singleElement()
            .asString()
            .matches("E (08P01|54000) .*");
      }
    }
  }

  @Test
  void shouldCloseASessionOnAnUnknownMessageType() throws Exception {
    for (int type = 0; type < 256; type++) {
      if (TYPES.indexOf(type) >= 0) {
        continue;
      }
      try (RawPgClient client = login()) {
        client.raw(bytes((byte) type, Integer.BYTES));
        assertThat(responsesToEnd(client))
            .containsExactly("E 08P01 invalid frontend message type " + type);
      }
    }
  }

  /** Returns the responses up to the end; a connection closed with unread bytes is reset. */
  private static List<String> responsesToEnd(RawPgClient client) throws IOException {
    try {
      return client.toEnd();
    } catch (SocketException e) {
      return List.of("E 08P01 reset");
    }
  }

  @Test
  void shouldReportUnknownObjects() throws Exception {
    try (RawPgClient client = login()) {
      assertThat(exchange(client, 'E', "nope", 0))
          .containsExactly("E 34000 portal \"nope\" does not exist", "Z I");
      assertThat(exchange(client, 'D', (byte) 'P', "nope"))
          .containsExactly("E 34000 portal \"nope\" does not exist", "Z I");
      assertThat(exchange(client, 'D', (byte) 'S', "nope"))
          .containsExactly("E 26000 prepared statement \"nope\" does not exist", "Z I");
      assertThat(exchange(client, 'B', "", "nope", NONE, NONE, NONE))
          .containsExactly("E 26000 prepared statement \"nope\" does not exist", "Z I");
      assertThat(exchange(client, 'C', (byte) 'S', "nope")).containsExactly("3", "Z I");
      assertThat(exchange(client, 'C', (byte) 'P', "nope")).containsExactly("3", "Z I");
      assertThat(exchange(client, 'P', "", "select 1; select 2", NONE))
          .containsExactly(
              "E 42601 cannot insert multiple commands into a prepared statement", "Z I");
      assertThat(exchange(client, 'P', "s", "select $1::int + 0", NONE))
          .containsExactly("1", "Z I");
      assertThat(exchange(client, 'P', "s", "select 1", NONE))
          .containsExactly("E 42P05 prepared statement \"s\" already exists", "Z I");
      assertThat(exchange(client, 'F', 1, NONE, NONE, NONE))
          .first()
          .asString()
          .startsWith("E 0A000");
      client.texts();
    }
  }

  @Test
  void shouldRefuseABindThatDoesNotMatchItsStatement() throws Exception {
    try (RawPgClient client = login()) {
      client.send('P', "s", "select $1::int + 0", NONE).send('S').texts();
      assertThat(exchange(client, 'B', "", "s", NONE, NONE, NONE))
          .containsExactly(
              "E 08P01 bind message supplies 0 parameters, but prepared statement \"s\" requires 1",
              "Z I");
      assertThat(exchange(client, 'B', "", "s", NONE, TWO, -1, -1, NONE))
          .containsExactly(
              "E 08P01 bind message supplies 2 parameters, but prepared statement \"s\" requires 1",
              "Z I");
      assertThat(exchange(client, 'B', "", "s", TWO, NONE, NONE, ONE, -1, NONE))
          .containsExactly("E 08P01 bind message has 2 parameter formats but 1 parameters", "Z I");
      assertThat(exchange(client, 'B', "", "s", NONE, ONE, -1, TWO, NONE, NONE))
          .containsExactly(
              "E 08P01 bind message has 2 result formats but query has 1 columns", "Z I");
      assertThat(exchange(client, 'B', "", "s", ONE, (short) 7, ONE, -1, NONE))
          .containsExactly("E 22023 unsupported format code: 7", "Z I");
      assertThat(exchange(client, 'B', "", "s", NONE, ONE, -1, ONE, (short) 7))
          .containsExactly("E 22023 unsupported format code: 7", "Z I");
      assertThat(exchange(client, 'B', "", "s", ONE, ONE, ONE, 2, new byte[2], NONE))
          .containsExactly("E 08P01 insufficient data left in message", "Z I");
      assertThat(exchange(client, 'B', "", "s", ONE, ONE, ONE, 5, new byte[5], NONE))
          .first()
          .asString()
          .startsWith("E 22P03 incorrect binary data format");
      assertThat(exchange(client, 'B', "", "s", NONE, ONE, -2, NONE))
          .first()
          .asString()
          .startsWith("E 08P01");
      assertThat(exchange(client, 'B', "", "s", NONE, ONE, 1, new byte[] {-1}, NONE))
          .first()
          .asString()
          .startsWith("E 22021 invalid byte sequence");
      assertThat(exchange(client, 'P', "", "select $1 + $1", ONE, 999_999))
          .first()
          .asString()
          .startsWith("E ");
    }
  }

  private static List<String> exchange(RawPgClient client, char type, Object... parts)
      throws IOException {
    return client.send(type, parts).send('S').texts();
  }

  @Test
  void shouldSkipTheRemainderOfACopyOrOfAFailedSeries() throws Exception {
    try (RawPgClient client = login()) {
      assertThat(exchange(client, 'c')).containsExactly("Z I");
      assertThat(exchange(client, 'd', "1\n".getBytes(UTF_8))).containsExactly("Z I");
      assertThat(exchange(client, 'f', "no")).containsExactly("Z I");
      client.send('E', "nope", 0).send('P', "", "select 1", NONE).send('Q', "select 2").send('H');
      assertThat(exchange(client, 'E', "nope", 0))
          .containsExactly("E 34000 portal \"nope\" does not exist", "Z I");
      assertThat(client.query("select 3")).contains("D 3");
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void shouldAcceptOnlyCopyMessagesDuringACopy(char type) throws Exception {
    try (RawPgClient client = login()) {
      client.send('Q', "copy copied from stdin");
      assertThat(client.read().type()).isEqualTo('G');
      client.raw(framed(type, content(type)));
      boolean isCopyMessage = "cdfHS".indexOf(type) >= 0;
      if (isCopyMessage) {
        client.send('f', "enough");
      }
      RawPgClient.Message response = client.read();
      assertThat(response.toString())
          .startsWith(type == 'c' ? "C COPY 0" : isCopyMessage ? "E 57014" : "E 08P01");
    }
    try (RawPgClient client = login()) {
      assertThat(client.query("select count(*) from copied")).contains("D 0");
    }
  }

  @Test
  void shouldRefuseASecondPassword() throws Exception {
    try (RawPgClient client = login()) {
      client.send('p', "word");
      assertThat(responsesToEnd(client)).singleElement().asString().startsWith("E 08P01");
    }
  }

  @Test
  void shouldCloseAConnectionWhenItsClientDisconnectsWithinTheFirstMessage() throws Exception {
    byte[] first = bytes(3 << 16, "user", "postgres", (byte) 0);
    byte[] whole = bytes(Integer.BYTES + first.length, first);
    assertThat(whole.length).isGreaterThan(HEADER_BYTES);
    for (int length = 1; length < whole.length; length++) {
      try (RawPgClient client = new RawPgClient(server.port())) {
        client.raw(Arrays.copyOf(whole, length));
      }
    }
  }
}
