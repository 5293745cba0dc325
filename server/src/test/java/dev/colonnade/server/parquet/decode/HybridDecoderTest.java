package dev.colonnade.server.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class HybridDecoderTest {
  private static HybridDecoder decoder(int bits, int... bytes) {
    ByteBuffer in = ByteBuffer.allocate(bytes.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : bytes) {
      in.put((byte) value);
    }
    return new HybridDecoder(in.flip(), bits);
  }

  /** The example of the format's specification: the numbers 0 to 7 with three bits. */
  @Test
  void shouldReadPackedNumbers() {
    HybridDecoder decoder = decoder(3, 0x03, 0x88, 0xc6, 0xfa);
    for (int i = 0; i < 8; i++) {
      assertThat(decoder.next()).isEqualTo(i);
    }
  }

  @Test
  void shouldReadRunsBeforeAndAfterPackedNumbers() {
    HybridDecoder decoder =
        decoder(10, 0x04, 0x01, 0x02, 0x03, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x02, 9, 0);
    assertThat(decoder.next()).isEqualTo(0x201);
    assertThat(decoder.next()).isEqualTo(0x201);
    assertThat(decoder.next()).isEqualTo(1);
    for (int i = 0; i < 6; i++) {
      assertThat(decoder.next()).isZero();
    }
    assertThat(decoder.next()).isEqualTo(0x100);
    assertThat(decoder.next()).isEqualTo(9);
    assertThatThrownBy(decoder::next).isInstanceOf(RuntimeException.class);
  }

  @Test
  void shouldReadThePartOfTheLastGroupThatIsThere() {
    HybridDecoder decoder = decoder(8, 0x03, 5, 6);
    assertThat(decoder.next()).isEqualTo(5);
    assertThat(decoder.next()).isEqualTo(6);
    assertThatThrownBy(decoder::next).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void shouldRefuseWidthsThatAreNone() {
    assertThatThrownBy(() -> decoder(33)).isInstanceOf(ColonnadeException.class);
  }
}
