package dev.colonnade.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.ResponseType;
import dev.colonnade.protocol.frame.MessageCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class RoundTripTest {
  private static final int ROUNDS = 100;

  private final MessageCodec<RequestFrame> requests = new RequestCodec(ProtocolLimits.DEFAULTS);
  private final MessageCodec<ResponseFrame> responses = new ResponseCodec(ProtocolLimits.DEFAULTS);

  @Test
  void shouldReadBackEveryMessage() {
    onRandomMessages(
        messages -> {
          for (RequestType type : RequestType.values()) {
            assertReadsBack(requests, messages.requestFrame(type));
          }
          for (ResponseType type : ResponseType.values()) {
            assertReadsBack(responses, messages.responseFrame(type));
          }
        });
  }

  @Test
  void shouldReadOrRejectMessagesWithAnyByteChanged() {
    long seed = Seed.of("RoundTripTest.eitherReadOrRefuseMessagesWithAnyByteChanged");
    Random random = new Random(seed);
    RandomMessages messages = new RandomMessages(random);
    for (int round = 0; round < ROUNDS; round++) {
      for (RequestType type : RequestType.values()) {
        corruptAndDecode(requests, messages.requestFrame(type), random, seed);
      }
      for (ResponseType type : ResponseType.values()) {
        corruptAndDecode(responses, messages.responseFrame(type), random, seed);
      }
    }
  }

  private static void onRandomMessages(Consumer<RandomMessages> check) {
    long seed = Seed.of("RoundTripTest.onRandomMessages");
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      try {
        check.accept(new RandomMessages(random));
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed=" + seed, failure);
      }
    }
  }

  private static <F> void assertReadsBack(MessageCodec<F> format, F frame) {
    ByteBuf whole = Frames.encode(format, frame);
    assertThat(whole.getIntLE(FrameLayout.LENGTH_OFFSET))
        .isEqualTo(whole.readableBytes() - FrameLayout.TYPE_OFFSET);
    F back = Frames.decode(format, whole);
    assertThat(back).isEqualTo(frame);
    assertThat(Frames.encode(format, back)).isEqualTo(whole);
    Frames.release(back);
    assertThat(whole.refCnt()).isEqualTo(1);
  }

  private static <F> void corruptAndDecode(
      MessageCodec<F> format, F frame, Random random, long seed) {
    ByteBuf whole = Frames.encode(format, frame);
    int changedFrom = FrameLayout.TYPE_OFFSET;
    for (int i = 0; i < 20; i++) {
      ByteBuf changed = whole.copy();
      int index = changedFrom + random.nextInt(whole.readableBytes() - changedFrom);
      changed.setByte(index, random.nextInt(256));
      try {
        Frames.decode(format, changed);
      } catch (ProtocolException refused) {
        assertThat(refused.error()).isNotNull();
        assertThat(changed.refCnt()).isEqualTo(1);
      } catch (RuntimeException wrong) {
        throw new AssertionError("seed=" + seed + " frame=" + frame + " index=" + index, wrong);
      }
    }
  }
}
