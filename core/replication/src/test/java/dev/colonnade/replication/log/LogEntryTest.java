package dev.colonnade.replication.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Test of the bytes of entries and positions. */
class LogEntryTest {
  private static final String GOLDEN =
      "02"
          + "01"
          + "0000"
          + "0300000000000000"
          + "0201000000000000"
          + "0807060504030201"
          + "03000000"
          + "aabbcc";

  private static final LogEntry ENTRY =
      new LogEntry(3, 258, 0x0102030405060708L, new byte[] {(byte) 0xAA, (byte) 0xBB, (byte) 0xCC});

  private static void assertCorrupt(byte[] bytes) {
    assertThatThrownBy(() -> LogEntry.decode(ByteBuffer.wrap(bytes)))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }

  @Test
  void shouldEncodeTheGoldenBytes() {
    assertThat(HexFormat.of().formatHex(ENTRY.encode())).isEqualTo(GOLDEN);
  }

  @Test
  void shouldEncodeTheKindOfEntriesOnABase() {
    byte[] bytes = new LogEntry(3, 258, 1, new byte[0], true).encode();
    assertThat(bytes[LogEntryLayout.KIND_OFFSET]).isEqualTo((byte) 2);
    assertThat(LogEntry.decode(ByteBuffer.wrap(bytes)).isOnBase()).isTrue();
    assertThat(LogEntry.decode(ByteBuffer.wrap(ENTRY.encode())).isOnBase()).isFalse();
  }

  @Test
  void shouldDecodeWhatWasEncodedAlsoInASlice() {
    byte[] bytes = ENTRY.encode();
    byte[] padded = new byte[bytes.length + 10];
    System.arraycopy(bytes, 0, padded, 5, bytes.length);
    for (ByteBuffer in :
        new ByteBuffer[] {ByteBuffer.wrap(bytes), ByteBuffer.wrap(padded, 5, bytes.length)}) {
      LogEntry decoded = LogEntry.decode(in);
      assertThat(decoded.term()).isEqualTo(3);
      assertThat(decoded.number()).isEqualTo(258);
      assertThat(decoded.proposedNanos()).isEqualTo(0x0102030405060708L);
      assertThat(decoded.batch()).isEqualTo(ENTRY.batch());
    }
  }

  @Test
  void shouldRejectAnEntryThatIsCutOrExtended() {
    byte[] bytes = ENTRY.encode();
    for (int length = 0; length < bytes.length; length++) {
      assertCorrupt(Arrays.copyOf(bytes, length));
    }
    assertCorrupt(Arrays.copyOf(bytes, bytes.length + 1));
  }

  @Test
  void shouldRejectUnknownFormatsAndTerms() {
    for (int offset : new int[] {1, 2, 3}) {
      byte[] bytes = ENTRY.encode();
      bytes[offset] ^= 0x40;
      assertCorrupt(bytes);
    }
    byte[] formatless = ENTRY.encode();
    formatless[LogEntryLayout.FORMAT_OFFSET] = 0;
    assertCorrupt(formatless);
    byte[] termless = ENTRY.encode();
    termless[LogEntryLayout.TERM_OFFSET] = 0;
    assertCorrupt(termless);
  }

  @Test
  void shouldDecodeTheFormatOfTheVersionBeforeAndRefuseANewerOne() {
    byte[] bytes = ENTRY.encode();
    bytes[LogEntryLayout.FORMAT_OFFSET] = 1;
    assertThat(LogEntry.decode(ByteBuffer.wrap(bytes)).batch()).isEqualTo(ENTRY.batch());
    bytes[LogEntryLayout.FORMAT_OFFSET] = 3;
    assertThatThrownBy(() -> LogEntry.decode(ByteBuffer.wrap(bytes)))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FORMAT_TOO_NEW));
  }

  @Test
  void shouldLimitTheBatch() {
    LogEntry.requireFits(LogEntry.BATCH_BYTES_MAX);
    assertThatThrownBy(() -> LogEntry.requireFits(LogEntry.BATCH_BYTES_MAX + 1L))
        .hasMessageContaining("max=25165824");
  }

  @Test
  void shouldEncodePositions() {
    LogPosition position = new LogPosition(2, 513);
    assertThat(HexFormat.of().formatHex(position.encode()))
        .isEqualTo("01" + "0200000000000000" + "0102000000000000");
    assertThat(LogPosition.decode(position.encode())).isEqualTo(position);
    assertThat(LogPosition.decode(null)).isEqualTo(LogPosition.START);
    assertThatThrownBy(() -> LogPosition.decode(new byte[16])).hasMessageContaining("bytes=16");
  }
}
