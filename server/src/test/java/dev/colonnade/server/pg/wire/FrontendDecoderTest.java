package dev.colonnade.server.pg.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrontendDecoderTest {
  private static final String STARTUP =
      "0000002a 00030000"
          + text("user")
          + text("postgres")
          + text("database")
          + text("colonnade")
          + "00";

  private final FrontendDecoder decoder = new FrontendDecoder();
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

  @Test
  void shouldReadAStartup() {
    FrontendMessage.Startup startup = (FrontendMessage.Startup) read(STARTUP).getFirst();
    assertThat(startup.minorVersion()).isZero();
    assertThat(startup.parameters()).isEqualTo(Map.of("user", "postgres", "database", "colonnade"));
  }

  @Test
  void shouldReadRequestsBeforeAStartup() {
    assertThat(read("00000008 04d2162f")).containsExactly(new FrontendMessage.SslRequest());
    assertThat(read("00000008 04d21630")).containsExactly(new FrontendMessage.GssEncRequest());
    assertThat(read("00000010 04d2162e 0000002a 075bcd15"))
        .containsExactly(new FrontendMessage.CancelRequest(42, 123456789));
  }

  @Test
  void shouldReadEveryMessageByItsBytes() {
    start();
    assertThat(read("51 0000000d" + text("select 1")))
        .containsExactly(new FrontendMessage.Query("select 1"));
    FrontendMessage.Parse parse =
        (FrontendMessage.Parse)
            read("50 00000016" + text("s") + text("select $1") + "0001 00000017").getFirst();
    assertThat(parse.statement()).isEqualTo("s");
    assertThat(parse.sql()).isEqualTo("select $1");
    assertThat(parse.typeOids()).containsExactly(23);
    FrontendMessage.Bind bind =
        (FrontendMessage.Bind)
            read("42 00000020"
                    + text("p")
                    + text("s")
                    + "0001 0001 0002 00000004 00000007 ffffffff 0002 0000 0001")
                .getFirst();
    assertThat(bind.portal()).isEqualTo("p");
    assertThat(bind.statement()).isEqualTo("s");
    assertThat(bind.formats()).containsExactly((short) 1);
    assertThat(bind.values()).hasNumberOfRows(2);
    assertThat(bind.values()[0]).containsExactly(0, 0, 0, 7);
    assertThat(bind.values()[1]).isNull();
    assertThat(bind.resultFormats()).containsExactly((short) 0, (short) 1);
    assertThat(
            read(
                "44 00000006 53 00 44 00000007 50 70 00 45 00000009 00 00000064"
                    + "43 00000006 53 00 43 00000006 50 00 48 00000004 53 00000004 63 00000004"
                    + "66 00000007"
                    + text("no")
                    + "46 00000005 00 58 00000004"))
        .containsExactly(
            new FrontendMessage.DescribeStatement(""),
            new FrontendMessage.DescribePortal("p"),
            new FrontendMessage.Execute("", 100),
            new FrontendMessage.CloseStatement(""),
            new FrontendMessage.ClosePortal(""),
            new FrontendMessage.Flush(),
            new FrontendMessage.Sync(),
            new FrontendMessage.CopyDone(),
            new FrontendMessage.CopyFail("no"),
            new FrontendMessage.FunctionCall(),
            new FrontendMessage.Terminate());
    FrontendMessage.CopyData data =
        (FrontendMessage.CopyData) read("64 00000007 610962").getFirst();
    assertThat(data.content().toString(UTF_8)).isEqualTo("a\tb");
    data.release();
  }

  @Test
  void shouldReadMessagesCutAtEveryByte() {
    byte[] all =
        bytes(STARTUP + "51 0000000d" + text("select 1") + "48 00000004 45 00000009 00 00000064");
    for (int cut = 1; cut < all.length; cut++) {
      EmbeddedChannel other = new EmbeddedChannel(new FrontendDecoder());
      other.writeInbound(Unpooled.wrappedBuffer(all, 0, cut));
      other.writeInbound(Unpooled.wrappedBuffer(all, cut, all.length - cut));
      assertThat(all(other)).as("cut=" + cut).hasSize(4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00000007 00030000, invalid length of startup packet",
    "00002711 00030000, invalid length of startup packet",
    "ffffffff 00030000, invalid length of startup packet",
    "47455420 2f204854, invalid length of startup packet",
    "00000008 00020000, unsupported frontend protocol 2.0: server supports 3.0 to 3.0",
    "0000000c 04d2162e 00000001, invalid length of cancel request: bytes=4",
    "00000009 04d2162f 00, invalid message format: start-up has 1 bytes too many",
    "00000008 04d2162f 51, received unencrypted data after SSL request: bytes=1",
    "0000000d 00030000 75736572 00, invalid string in message",
  })
  void shouldRefuseAFirstMessage(String hex, String message) {
    assertThatThrownBy(() -> read(hex))
        .isInstanceOf(DecoderException.class)
        .hasRootCauseMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "7a 00000004, invalid frontend message type 122",
    "51 00000003, invalid message length: length=3",
    "51 ffffffff, invalid message length: length=-1",
    "51 00010000, message is too long: type=Q length=65536 max=65535",
    "45 00002711, message is too long: type=E length=10001 max=10000",
  })
  void shouldRefuseAMessageOfUnknownOrInvalidLength(String hex, String message) {
    start();
    assertThatThrownBy(() -> read(hex))
        .isInstanceOf(DecoderException.class)
        .hasRootCauseMessage(message);
  }

  @Test
  void shouldSkipAMessageOverTheLimitOfAnAuthenticatedClient() {
    start();
    decoder.messageBytesMax(100);
    byte[] all = bytes("51 000000c8" + "61".repeat(196) + "53 00000004");
    for (int cut = 6; cut < all.length; cut += 50) {
      channel.writeInbound(Unpooled.wrappedBuffer(all, 0, cut));
      channel.writeInbound(Unpooled.wrappedBuffer(all, cut, all.length - cut));
      assertThat(all(channel))
          .as("cut=" + cut)
          .containsExactly(
              new FrontendMessage.Malformed(
                  ErrorCode.FRAME_TOO_LARGE,
                  "message is too long: type=Q length=200 max=100",
                  true),
              new FrontendMessage.Sync());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "51 00000006 6161, PROTOCOL_VIOLATION, invalid string in message",
    "51 00000006 ff00, INVALID_TEXT, 'invalid byte sequence for encoding \"UTF8\": 0xff'",
    "51 00000006 0000, PROTOCOL_VIOLATION, invalid message format: type Q has 1 bytes too many",
    "44 00000006 58 00, PROTOCOL_VIOLATION, invalid kind of object: kind=88 (neither S nor P)",
    "42 0000000c 0000 0001 0002 0000, INVALID_ARGUMENT, unsupported format code: 2",
    "42 0000000a 0000 0000 ffff, PROTOCOL_VIOLATION,"
        + " insufficient data left in message: expected=262140 left=0",
    "42 0000000e 0000 0000 0001 fffffffe, PROTOCOL_VIOLATION,"
        + " invalid length of a parameter: length=-2",
    "42 0000000e 0000 0000 0001 7fffffff, PROTOCOL_VIOLATION,"
        + " insufficient data left in message: expected=2147483647 left=0",
    "42 00000014 0000 0002 0000 0000 0001 ffffffff 0000, PROTOCOL_VIOLATION,"
        + " bind message has 2 parameter formats but 1 parameters",
    "50 00000008 0000 ffff, PROTOCOL_VIOLATION,"
        + " insufficient data left in message: expected=262140 left=0",
  })
  void shouldDecodeMalformedContentAsMalformed(String hex, ErrorCode code, String message) {
    start();
    assertThat(read(hex + "53 00000004"))
        .containsExactly(
            new FrontendMessage.Malformed(code, message, hex.startsWith("51")),
            new FrontendMessage.Sync());
  }

  @Test
  void shouldAcceptLongMessagesAfterAuthentication() {
    start();
    decoder.messageBytesMax(1_000_000);
    ByteBuf query = Unpooled.buffer();
    query.writeByte('Q').writeInt(4 + 100_001);
    query.writeZero(0).writeBytes("x".repeat(100_000).getBytes(UTF_8)).writeByte(0);
    channel.writeInbound(query);
    assertThat(((FrontendMessage.Query) channel.readInbound()).sql()).hasSize(100_000);
  }

  @Test
  void shouldDecodeOrRefuseRandomBytes() {
    long seed = Seed.of("FrontendDecoderTest");
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      EmbeddedChannel other = new EmbeddedChannel(new FrontendDecoder());
      other.writeInbound(Unpooled.wrappedBuffer(bytes(STARTUP)));
      try {
        other.writeInbound(Unpooled.wrappedBuffer(junk(random)));
      } catch (DecoderException e) {
        assertThat(e).as("seed=" + seed).hasCauseInstanceOf(PgProtocolException.class);
      }
      all(other)
          .forEach(
              message -> {
                if (message instanceof FrontendMessage known) {
                  known.release();
                }
              });
    }
  }

  /** Returns random bytes, half of which start with a message header. */
  private static byte[] junk(Random random) {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    if (bytes.length > 5 && random.nextBoolean()) {
      String types = "QPBDECHSXpcdfF";
      bytes[0] = (byte) types.charAt(random.nextInt(types.length()));
      bytes[1] = 0;
      bytes[2] = 0;
      bytes[3] = 0;
      bytes[4] = (byte) (4 + random.nextInt(bytes.length - 4));
    }
    return bytes;
  }

  private void start() {
    assertThat(read(STARTUP)).hasSize(1);
  }

  private List<Object> read(String hex) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes(hex)));
    return all(channel);
  }

  private static List<Object> all(EmbeddedChannel from) {
    List<Object> all = new ArrayList<>();
    for (Object message = from.readInbound(); message != null; message = from.readInbound()) {
      all.add(message);
    }
    return all;
  }

  private static byte[] bytes(String hex) {
    return ByteBufUtil.decodeHexDump(hex.replace(" ", ""));
  }

  private static String text(String text) {
    return ByteBufUtil.hexDump(text.getBytes(UTF_8)) + "00";
  }
}
