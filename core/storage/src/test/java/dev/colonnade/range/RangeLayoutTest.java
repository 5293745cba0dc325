package dev.colonnade.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.statistics.RangeStatistics;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RangeLayoutTest {
  private static final RangeDescriptor BOUNDED =
      new RangeDescriptor(7, new KeySpan(Key.wrap(new byte[] {1, 2}), Key.wrap(new byte[] {3})), 5);
  private static final RangeDescriptor OPEN = new RangeDescriptor(1, KeySpan.ALL, 1);
  private static final RangeStatistics STATISTICS = new RangeStatistics(1, 2, 3, 4, 5, 6);

  @Test
  void shouldWriteTheseKeys() {
    assertThat(RangeLayout.descriptorKey(0x0102).bytes())
        .isEqualTo(concat("range/descriptor/", "0000000000000102"));
    assertThat(RangeLayout.statisticsKey(0x0102).bytes())
        .isEqualTo(concat("range/statistics/", "0000000000000102"));
    assertThat(RangeLayout.NEXT_ID.bytes()).isEqualTo(concat("range/next-id", ""));
    assertThat(RangeLayout.id(RangeLayout.descriptorKey(9), RangeLayout.DESCRIPTOR_PREFIX))
        .isEqualTo(9);
    assertCorrupt(() -> RangeLayout.id(RangeLayout.NEXT_ID, RangeLayout.DESCRIPTOR_PREFIX));
  }

  @Test
  void shouldWriteTheseDescriptors() {
    assertThat(HexFormat.of().formatHex(RangeLayout.encode(BOUNDED)))
        .isEqualTo("0100" + "0500000000000000" + "02000000" + "0102" + "01000000" + "03");
    assertThat(HexFormat.of().formatHex(RangeLayout.encode(OPEN)))
        .isEqualTo("0101" + "0100000000000000" + "00000000" + "00000000");
    assertThat(RangeLayout.decodeDescriptor(7, RangeLayout.encode(BOUNDED))).isEqualTo(BOUNDED);
    assertThat(RangeLayout.decodeDescriptor(1, RangeLayout.encode(OPEN))).isEqualTo(OPEN);
  }

  @Test
  void shouldWriteTheseStatistics() {
    assertThat(HexFormat.of().formatHex(RangeLayout.encode(STATISTICS)))
        .isEqualTo(
            "01"
                + "0100000000000000"
                + "0200000000000000"
                + "0300000000000000"
                + "0400000000000000"
                + "0500000000000000"
                + "0600000000000000");
    assertThat(RangeLayout.decodeStatistics(1, RangeLayout.encode(STATISTICS)))
        .isEqualTo(STATISTICS);
    assertThat(RangeLayout.decodeId(RangeLayout.encodeId(77))).isEqualTo(77);
  }

  @Test
  void shouldRefuseTruncatedAndOverlongRecords() {
    byte[] descriptor = RangeLayout.encode(BOUNDED);
    for (int length = 0; length < descriptor.length; length++) {
      byte[] cut = Arrays.copyOf(descriptor, length);
      assertCorrupt(() -> RangeLayout.decodeDescriptor(7, cut));
    }
    byte[] statistics = RangeLayout.encode(STATISTICS);
    for (int length = 0; length < statistics.length; length++) {
      byte[] cut = Arrays.copyOf(statistics, length);
      assertCorrupt(() -> RangeLayout.decodeStatistics(7, cut));
    }
    assertCorrupt(
        () -> RangeLayout.decodeDescriptor(7, Arrays.copyOf(descriptor, descriptor.length + 1)));
    assertCorrupt(
        () -> RangeLayout.decodeStatistics(7, Arrays.copyOf(statistics, statistics.length + 1)));
    assertCorrupt(() -> RangeLayout.decodeId(new byte[7]));
  }

  @Test
  void shouldRefuseInvalidRecords() {
    byte[] format = RangeLayout.encode(BOUNDED);
    format[0] = 2;
    assertCorrupt(() -> RangeLayout.decodeDescriptor(7, format));
    byte[] reversed = RangeLayout.encode(BOUNDED);
    reversed[14] = 9;
    assertCorrupt(() -> RangeLayout.decodeDescriptor(7, reversed));
    byte[] lengths = RangeLayout.encode(BOUNDED);
    lengths[13] = (byte) 0x80;
    assertCorrupt(() -> RangeLayout.decodeDescriptor(7, lengths));
    byte[] negative = RangeLayout.encode(STATISTICS);
    negative[8] = (byte) 0x80;
    assertCorrupt(() -> RangeLayout.decodeStatistics(7, negative));
    assertCorrupt(() -> RangeLayout.decodeDescriptor(0, RangeLayout.encode(BOUNDED)));
  }

  private static byte[] concat(String ascii, String hex) {
    byte[] start = ascii.getBytes(StandardCharsets.US_ASCII);
    byte[] rest = HexFormat.of().parseHex(hex);
    byte[] all = Arrays.copyOf(start, start.length + rest.length);
    System.arraycopy(rest, 0, all, start.length, rest.length);
    return all;
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
