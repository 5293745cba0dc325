package dev.colonnade.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.filter.FilterSpec;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.RangeRequest;
import dev.colonnade.protocol.request.TableRequest;
import dev.colonnade.protocol.response.TableResponse;
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests of the decoder with malformed bytes, and with valid bytes in small fragments. */
final class HostileBytesTest {
  private static final RequestCodec REQUESTS = new RequestCodec(ProtocolLimits.DEFAULTS);
  private static final ResponseCodec RESPONSES = new ResponseCodec(ProtocolLimits.DEFAULTS);

  @Test
  void shouldRejectMessagesThatAreTruncatedAnywhere() {
    long seed = Seed.of("HostileBytesTest.refuseMessagesThatAreTruncatedAnywhere");
    RandomMessages messages = new RandomMessages(new Random(seed));
    for (RequestType type : RequestType.values()) {
      assertRefusesCuts(REQUESTS, messages.requestFrame(type), seed);
    }
    for (ResponseType type : ResponseType.values()) {
      assertRefusesCuts(RESPONSES, messages.responseFrame(type), seed);
    }
  }

  @Test
  void shouldRejectMessagesWithTrailingJunk() {
    ByteBuf whole = Frames.encode(REQUESTS, RequestFrame.of(1, new TableRequest.Describe("t")));
    whole.writeByte(0);
    assertThatThrownBy(() -> Frames.decode(REQUESTS, whole))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("unexpected bytes after");
  }

  @Test
  void shouldReadFramesThatArriveByteByByteAndAllAtOnce() {
    long seed = Seed.of("HostileBytesTest.readFramesThatComeByteByByteAndAllAtOnce");
    RandomMessages messages = new RandomMessages(new Random(seed));
    List<ResponseFrame> frames = new ArrayList<>();
    ByteBuf bytes = Unpooled.buffer();
    for (ResponseType type : ResponseType.values()) {
      ResponseFrame frame = messages.responseFrame(type);
      frames.add(frame);
      bytes.writeBytes(Frames.encode(RESPONSES, frame));
    }
    for (int pieceBytes : new int[] {1, 7, bytes.readableBytes()}) {
      List<ResponseFrame> received = receive(bytes, pieceBytes);
      assertThat(received).as("seed=%d", seed).isEqualTo(frames);
      received.forEach(Frames::release);
    }
  }

  @Test
  void shouldReadALongFrameInPiecesWithoutGrowingBeyondIt() {
    int payloadBytes = 5_000_000;
    RangeRequest.SplitAt split =
        new RangeRequest.SplitAt(new TableVersion(1, 1), 1, 1, zeros(payloadBytes));
    ByteBuf whole = Frames.encode(REQUESTS, RequestFrame.of(1, split));
    EmbeddedChannel channel = newChannel(ProtocolLimits.DEFAULTS.frameBytesMax());
    while (whole.isReadable()) {
      int pieceBytes = Math.min(60_000, whole.readableBytes());
      ByteBuf piece = PooledByteBufAllocator.DEFAULT.directBuffer(pieceBytes);
      channel.writeInbound(piece.writeBytes(whole, pieceBytes));
    }
    RequestFrame received = channel.readInbound();
    assertThat(received.request()).isEqualTo(split);
    assertThat(channel.finishAndReleaseAll()).isFalse();
  }

  @Test
  void shouldRejectFramesBeyondTheLimitBeforeTheyArrive() {
    int limit = 100_000;
    for (int length : new int[] {limit + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 0, 5}) {
      EmbeddedChannel channel = newChannel(limit);
      ByteBuf start = Unpooled.buffer().writeIntLE(length);
      Throwable refused = catchThrowable(() -> channel.writeInbound(start));
      assertThat(refused)
          .isInstanceOf(DecoderException.class)
          .cause()
          .isInstanceOfSatisfying(
              ProtocolException.class,
              cause -> assertThat(cause.error()).isEqualTo(ProtocolError.FRAME_LENGTH));
      channel.finishAndReleaseAll();
    }
  }

  @Test
  void shouldAcceptOnlyShortFramesBeforeTheHandshake() {
    EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder<>(REQUESTS));
    ByteBuf start =
        Unpooled.buffer().writeIntLE(ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX + 1).writeZero(100);
    assertThatThrownBy(() -> channel.writeInbound(start)).isInstanceOf(DecoderException.class);
    channel.finishAndReleaseAll();
  }

  @Test
  void shouldDiscardAllBytesAfterAMalformedFrame() {
    EmbeddedChannel channel = newChannel(100_000);
    ByteBuf junk = Unpooled.buffer().writeIntLE(6).writeByte(0x7E).writeByte(0).writeIntLE(1);
    assertThatThrownBy(() -> channel.writeInbound(junk)).isInstanceOf(DecoderException.class);
    channel.writeInbound(Frames.encode(REQUESTS, RequestFrame.of(1, new Ping())));
    assertThat(channel.<Object>readInbound()).isNull();
    channel.finishAndReleaseAll();
  }

  @Test
  void shouldRejectUnknownTypes() {
    for (int type : new int[] {0x00, 0x06, 0x7F, 0x81, 0xFF}) {
      ByteBuf frame = Unpooled.buffer().writeByte(type).writeByte(0).writeIntLE(1);
      assertThatThrownBy(() -> REQUESTS.decode(frame))
          .isInstanceOfSatisfying(
              ProtocolException.class,
              refused -> assertThat(refused.error()).isEqualTo(ProtocolError.UNKNOWN_MESSAGE));
    }
    for (int type : new int[] {0x00, 0x03, 0x7F, 0x80, 0xFF}) {
      ByteBuf frame = Unpooled.buffer().writeByte(type).writeByte(2).writeIntLE(1);
      assertThatThrownBy(() -> RESPONSES.decode(frame)).isInstanceOf(ProtocolException.class);
    }
  }

  @Test
  void shouldEnforceTheLimitOfEachKind() {
    ProtocolLimits tight = new ProtocolLimits(65_536, 3, 4, 2, 5, 1);
    assertWithin(
        tight, new TableResponse.Names(List.of("abc")), new TableResponse.Names(List.of("abcd")));
    assertWithin(
        tight,
        new TableResponse.Names(Collections.nCopies(5, "a")),
        new TableResponse.Names(Collections.nCopies(6, "a")));
  }

  @Test
  void shouldEnforceTheLimitOfFilterDepth() {
    assertThat(readFilter(nested(ProtocolLimits.FILTER_DEPTH_MAX - 1))).isNotNull();
    assertThatThrownBy(() -> readFilter(nested(ProtocolLimits.FILTER_DEPTH_MAX)))
        .isInstanceOfSatisfying(
            ProtocolException.class,
            refused -> assertThat(refused.error()).isEqualTo(ProtocolError.LIMIT_EXCEEDED));
    assertThatThrownBy(() -> readFilter(nested(100_000))).isInstanceOf(ProtocolException.class);
  }

  @Test
  void shouldNotAllocateMemoryForImpossibleCounts() {
    // A list of 200,000 elements in a message of ten bytes.
    ByteBuf frame = Unpooled.buffer().writeByte(0x91).writeByte(2).writeIntLE(1);
    frame.writeByte(0xC0).writeByte(0x9A).writeByte(0x0C);
    assertThatThrownBy(() -> RESPONSES.decode(frame))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("tableList.names");
  }

  private static <F> void assertRefusesCuts(MessageCodec<F> format, F frame, long seed) {
    ByteBuf whole = Frames.encode(format, frame);
    int trailingBytes = format.trailing(frame).readableBytes();
    int fieldsEnd = whole.readableBytes() - trailingBytes;
    for (int end = FrameLayout.TYPE_OFFSET; end < fieldsEnd; end++) {
      ByteBuf cut = whole.copy(0, end);
      Throwable refused = catchThrowable(() -> Frames.decode(format, cut));
      assertThat(refused)
          .as("seed=%d frame=%s end=%d", seed, frame, end)
          .isInstanceOf(ProtocolException.class);
      assertThat(cut.refCnt()).isEqualTo(1);
    }
  }

  private static void assertWithin(
      ProtocolLimits limits, TableResponse.Names accepted, TableResponse.Names refused) {
    ResponseCodec format = new ResponseCodec(limits);
    ResponseFrame good = new ResponseFrame(1, accepted);
    assertThat(Frames.decode(format, Frames.encode(format, good))).isEqualTo(good);
    ByteBuf bad = Frames.encode(format, new ResponseFrame(1, refused));
    assertThatThrownBy(() -> Frames.decode(format, bad))
        .isInstanceOfSatisfying(
            ProtocolException.class,
            problem -> assertThat(problem.error()).isEqualTo(ProtocolError.LIMIT_EXCEEDED));
  }

  private static List<ResponseFrame> receive(ByteBuf bytes, int pieceBytes) {
    FrameDecoder<ResponseFrame> decoder = new FrameDecoder<>(RESPONSES);
    decoder.handshakeDone(ProtocolLimits.DEFAULTS.frameBytesMax());
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    ByteBuf left = bytes.duplicate();
    List<ResponseFrame> received = new ArrayList<>();
    while (left.isReadable()) {
      int length = Math.min(pieceBytes, left.readableBytes());
      channel.writeInbound(channel.alloc().buffer(length).writeBytes(left, length));
      for (Object next = channel.readInbound(); next != null; next = channel.readInbound()) {
        received.add((ResponseFrame) next);
      }
    }
    channel.finishAndReleaseAll();
    return received;
  }

  private static EmbeddedChannel newChannel(int frameBytesMax) {
    FrameDecoder<RequestFrame> decoder = new FrameDecoder<>(REQUESTS);
    decoder.handshakeDone(frameBytesMax);
    return new EmbeddedChannel(decoder);
  }

  private static FilterSpec readFilter(ByteBuf bytes) {
    return FilterCodec.read(new WireReader(bytes, ProtocolLimits.DEFAULTS));
  }

  /** Returns the filter NOT (NOT (... TRUE)). */
  private static ByteBuf nested(int depth) {
    ByteBuf bytes = Unpooled.buffer();
    for (int i = 0; i < depth; i++) {
      bytes.writeByte(4);
    }
    return bytes.writeByte(2).writeByte(0);
  }

  private static Bytes zeros(int count) {
    return Bytes.readFrom(Unpooled.wrappedBuffer(new byte[count]), count);
  }
}
