package dev.colonnade.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.frame.MessageCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzz test of the codecs: decoding arbitrary bytes returns a message or throws {@link
 * ProtocolException}, and a message survives an encoding and decoding round trip. Runs over its
 * seeds; with {@code JAZZER_FUZZ=1} in the environment it generates further inputs.
 */
@Execution(ExecutionMode.SAME_THREAD)
final class CodecFuzzTest {
  private static final long SEED = 1;

  static Stream<byte[]> requests() {
    RandomMessages messages = new RandomMessages(new Random(SEED));
    RequestCodec format = new RequestCodec(ProtocolLimits.DEFAULTS);
    return Arrays.stream(RequestType.values())
        .map(type -> bytes(Frames.encode(format, messages.requestFrame(type))));
  }

  static Stream<byte[]> responses() {
    RandomMessages messages = new RandomMessages(new Random(SEED));
    ResponseCodec format = new ResponseCodec(ProtocolLimits.DEFAULTS);
    return Arrays.stream(ResponseType.values())
        .map(type -> bytes(Frames.encode(format, messages.responseFrame(type))));
  }

  @MethodSource("requests")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectRequests(byte[] frame) {
    readOrRefuse(new RequestCodec(ProtocolLimits.DEFAULTS), frame);
  }

  @MethodSource("responses")
  @FuzzTest(maxDuration = "10m")
  void shouldReadOrRejectResponses(byte[] frame) {
    readOrRefuse(new ResponseCodec(ProtocolLimits.DEFAULTS), frame);
  }

  private static <F> void readOrRefuse(MessageCodec<F> format, byte[] frame) {
    if (frame.length < Integer.BYTES) {
      return;
    }
    ByteBuf whole = Unpooled.wrappedBuffer(frame);
    try {
      F message = Frames.decode(format, whole);
      assertThat(Frames.decode(format, Frames.encode(format, message))).isEqualTo(message);
      Frames.release(message);
    } catch (ProtocolException refused) {
      assertThat(refused.error()).isNotNull();
    }
    assertThat(whole.refCnt()).isEqualTo(1);
  }

  private static byte[] bytes(ByteBuf whole) {
    return ByteBufUtil.getBytes(whole);
  }
}
