package dev.colonnade.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  private static final int SIZE_BYTES = 256;

  private final Arena arena = Arena.ofConfined();
  private final long base = arena.allocate(SIZE_BYTES, 64).address();

  @AfterEach
  void free() {
    arena.close();
  }

  private String hex(int offset, int length) {
    return HexFormat.of().formatHex(NativeMemory.bytes(base + offset, length));
  }

  private long put(int offset, byte[] bytes) {
    NativeMemory.copy(bytes, 0, base + offset, bytes.length);
    return base + offset;
  }

  @Test
  void shouldStoreInTheNamedByteOrder() {
    NativeMemory.putByte(base, (byte) 0x01);
    NativeMemory.putShort(base + 1, (short) 0x0203);
    NativeMemory.putInt(base + 3, 0x04050607);
    NativeMemory.putLong(base + 7, 0x08090A0B0C0D0E0FL);
    assertThat(hex(0, 15)).isEqualTo("010302070605040f0e0d0c0b0a0908");
    NativeMemory.putShortBigEndian(base + 1, (short) 0x0203);
    NativeMemory.putIntBigEndian(base + 3, 0x04050607);
    NativeMemory.putLongBigEndian(base + 7, 0x08090A0B0C0D0E0FL);
    assertThat(hex(0, 15)).isEqualTo("0102030405060708090a0b0c0d0e0f");
  }

  @Test
  void shouldLoadWhatWasStored() {
    for (int offset = 0; offset < 8; offset++) {
      long address = base + offset;
      NativeMemory.putByte(address, (byte) -2);
      assertThat(NativeMemory.getByte(address)).isEqualTo((byte) -2);
      NativeMemory.putShort(address, Short.MIN_VALUE);
      assertThat(NativeMemory.getShort(address)).isEqualTo(Short.MIN_VALUE);
      NativeMemory.putInt(address, 0x80000001);
      assertThat(NativeMemory.getInt(address)).isEqualTo(0x80000001);
      NativeMemory.putLong(address, Long.MIN_VALUE + 1);
      assertThat(NativeMemory.getLong(address)).isEqualTo(Long.MIN_VALUE + 1);
      NativeMemory.putShortBigEndian(address, (short) 0x0102);
      assertThat(NativeMemory.getShortBigEndian(address)).isEqualTo((short) 0x0102);
      assertThat(NativeMemory.getShort(address)).isEqualTo((short) 0x0201);
      NativeMemory.putIntBigEndian(address, 0x01020304);
      assertThat(NativeMemory.getIntBigEndian(address)).isEqualTo(0x01020304);
      assertThat(NativeMemory.getInt(address)).isEqualTo(0x04030201);
      NativeMemory.putLongBigEndian(address, 0x0102030405060708L);
      assertThat(NativeMemory.getLongBigEndian(address)).isEqualTo(0x0102030405060708L);
      assertThat(NativeMemory.getLong(address)).isEqualTo(0x0807060504030201L);
    }
  }

  @Test
  void shouldCopyBetweenArraysAndMemory() {
    put(10, new byte[] {1, 2, 3, 4});
    NativeMemory.copy(base + 10, base + 12, 4); // overlapping
    byte[] to = new byte[6];
    NativeMemory.copy(base + 10, to, 0, 6);
    assertThat(to).containsExactly(1, 2, 1, 2, 3, 4);
    NativeMemory.copy(base + 12, to, 4, 2);
    assertThat(to).containsExactly(1, 2, 1, 2, 1, 2);
    NativeMemory.copy(to, 1, base, 2);
    assertThat(NativeMemory.bytes(base, 2)).containsExactly(2, 1);
  }

  @Test
  void shouldFill() {
    NativeMemory.fill(base, 8, (byte) 0);
    NativeMemory.fill(base + 2, 3, (byte) 7);
    assertThat(NativeMemory.bytes(base, 8)).containsExactly(0, 0, 7, 7, 7, 0, 0, 0);
    assertThat(NativeMemory.segment(base + 2, 3).byteSize()).isEqualTo(3);
  }

  @Test
  void shouldCompareLikeArrays() {
    Random random = new Random(11);
    for (int round = 0; round < 20_000; round++) {
      byte[] left = new byte[random.nextInt(40)];
      random.nextBytes(left);
      byte[] right = Arrays.copyOf(left, random.nextInt(40));
      if (right.length > 0 && random.nextBoolean()) {
        right[random.nextInt(right.length)] ^= (byte) (1 << random.nextInt(8));
      }
      long leftAddress = put(0, left);
      long rightAddress = put(100, right);
      int expected = Integer.signum(Arrays.compareUnsigned(left, right));
      int common = Math.min(left.length, right.length);
      int mismatch = Arrays.mismatch(left, 0, common, right, 0, common);
      assertThat(
              Integer.signum(
                  NativeMemory.compareUnsigned(
                      leftAddress, left.length, rightAddress, right.length)))
          .isEqualTo(expected);
      assertThat(Integer.signum(NativeMemory.compareUnsigned(leftAddress, left.length, right)))
          .isEqualTo(expected);
      assertThat(NativeMemory.mismatch(leftAddress, rightAddress, common)).isEqualTo(mismatch);
      assertThat(NativeMemory.mismatch(leftAddress, right, common)).isEqualTo(mismatch);
    }
  }

  @Test
  void shouldAssertValidArguments() {
    assertThatThrownBy(() -> NativeMemory.getByte(0)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> NativeMemory.getLong(-8)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> NativeMemory.copy(base, base, -1)).isInstanceOf(AssertionError.class);
    NativeMemory.copy(0, base, 0);
    assertThat(NativeMemory.bytes(0, 0)).isEmpty();
  }
}
