package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class VersionHeaderTest {
  @Test
  void shouldWriteTheseBytes() {
    byte[] tombstone = VersionHeader.tombstone();
    VersionHeader.setTimestamp(tombstone, 0x0102030405060708L);
    assertThat(HexFormat.of().formatHex(tombstone)).isEqualTo("080706050403020100000100");
    assertThat(VersionHeader.timestamp(tombstone)).isEqualTo(0x0102030405060708L);
    assertThat(VersionHeader.isTombstone(tombstone)).isTrue();
  }

  @Test
  void shouldDistinguishATombstoneFromAnEmptyRow() {
    assertThat(VersionHeader.isTombstone(new byte[VersionHeader.BYTES])).isFalse();
  }

  @Test
  void shouldRefuseAValueWithoutAWholeHeader() {
    VersionHeader.requireComplete(VersionHeader.BYTES);
    assertThatThrownBy(() -> VersionHeader.requireComplete(VersionHeader.BYTES - 1))
        .isInstanceOf(ColonnadeException.class)
        .hasMessage("value shorter than its header valueBytes=11 headerBytes=12");
  }
}
