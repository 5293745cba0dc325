package dev.colonnade.server.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.testing.Seed;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BitReaderTest {
  @Test
  void shouldReadNumbersOfAllWidthsAtAllPositions() {
    Random random = Seed.random("BitReaderTest");
    byte[] bytes = new byte[19];
    random.nextBytes(bytes);
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[bytes.length - 1 - i] = bytes[i];
    }
    BigInteger whole = new BigInteger(1, reversed);
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int bits = 0; bits <= 64; bits++) {
      BigInteger mask = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      for (int at = 0; at + bits <= bytes.length * 8; at++) {
        assertThat(BitReader.readLong(in, at, bits))
            .as("at=%d bits=%d", at, bits)
            .isEqualTo(whole.shiftRight(at).and(mask).longValue());
      }
    }
  }
}
