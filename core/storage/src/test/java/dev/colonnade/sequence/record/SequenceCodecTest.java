package dev.colonnade.sequence.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.testing.Seed;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SequenceCodecTest {
  private static final Key KEY = SequenceLayout.recordKey(0x0102030405060708L);

  private static final SequenceRecord RECORD =
      new SequenceRecord(
          0x0102030405060708L,
          "größe",
          9,
          4,
          new SequenceOptions(
              SequenceDataType.SMALLINT,
              -2,
              -100,
              50,
              49,
              3,
              true,
              SequenceMode.ORDERED,
              new OwningColumn(0x11121314, 7)),
          new SequencePosition(-33, true));

  private static final String GOLDEN =
      "01"
          + "01"
          + "01"
          + "07"
          + "0900000000000000"
          + "0400000000000000"
          + "feffffffffffffff"
          + "9cffffffffffffff"
          + "3200000000000000"
          + "3100000000000000"
          + "0300000000000000"
          + "dfffffffffffffff"
          + "14131211"
          + "07000000"
          + "0700"
          + "6772c3b6c39f65";

  @Test
  void shouldKeepItsBytes() {
    assertThat(HexFormat.of().formatHex(SequenceCodec.encode(RECORD))).isEqualTo(GOLDEN);
    assertThat(SequenceCodec.decode(KEY, HexFormat.of().parseHex(GOLDEN))).isEqualTo(RECORD);
    assertThat(HexFormat.of().formatHex(SequenceCodec.encodeState(258)))
        .isEqualTo("010201000000000000");
    assertThat(SequenceCodec.decodeState(SequenceCodec.encodeState(258))).isEqualTo(258);
    assertThat(KEY.toString()).isEqualTo("0x73657175656e63652f7265636f72642f0102030405060708");
  }

  @Test
  void shouldKeepTheBytesOfPendingChanges() {
    PendingSequenceChange change = new PendingSequenceChange(3, RECORD, true);
    String golden = "01" + "01" + "0807060504030201" + GOLDEN;
    Key key = SequenceLayout.pendingKey(3);
    assertThat(HexFormat.of().formatHex(SequenceCodec.encodePending(change))).isEqualTo(golden);
    byte[] bytes = HexFormat.of().parseHex(golden);
    assertThat(SequenceCodec.decodePending(key, bytes)).isEqualTo(change);
    assertThat(key.toString()).isEqualTo("0x73657175656e63652f70656e64696e672f0000000000000003");
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertCorrupt(() -> SequenceCodec.decodePending(key, cut));
    }
    bytes[SequenceLayout.PENDING_RESTARTS_OFFSET] = 2;
    assertCorrupt(() -> SequenceCodec.decodePending(key, bytes));
  }

  @Test
  void shouldClampAPositionToTheNewBounds() {
    SequenceRecord high =
        RECORD.nextEpoch(RECORD.options(), new SequencePosition(RECORD.options().max(), false));
    SequenceOptions narrow =
        SequenceOptions.builder().min(-100L).max(20L).increment(1).start(1L).build();
    SequenceRecord target = RECORD.nextEpoch(narrow, new SequencePosition(7, false));
    assertThat(new PendingSequenceChange(1, target, false).after(high).position())
        .isEqualTo(new SequencePosition(20, true));
    assertThat(new PendingSequenceChange(1, target, false).after(RECORD).position())
        .isEqualTo(RECORD.position());
    assertThat(new PendingSequenceChange(1, target, true).after(high).position())
        .isEqualTo(new SequencePosition(7, false));
  }

  @Test
  void shouldRoundTripEveryKindAndMode() {
    for (SequenceDataType kind : SequenceDataType.values()) {
      for (SequenceMode mode : SequenceMode.values()) {
        SequenceOptions options = SequenceOptions.builder().as(kind).mode(mode).build();
        SequenceRecord record = SequenceRecord.create(RECORD.id(), "s", options);
        assertThat(SequenceCodec.decode(KEY, SequenceCodec.encode(record))).isEqualTo(record);
      }
    }
  }

  @Test
  void shouldRejectEveryTruncation() {
    byte[] whole = SequenceCodec.encode(RECORD);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertCorrupt(() -> SequenceCodec.decode(KEY, cut));
    }
    assertCorrupt(() -> SequenceCodec.decode(KEY, Arrays.copyOf(whole, whole.length + 1)));
    assertCorrupt(() -> SequenceCodec.decodeState(new byte[SequenceLayout.STATE_BYTES - 1]));
    assertCorrupt(() -> SequenceCodec.decodeState(new byte[SequenceLayout.STATE_BYTES]));
  }

  @Test
  void shouldRejectOrDecodeEveryFlippedBit() {
    Random random = Seed.random("SequenceCodecTest");
    for (int round = 0; round < 20_000; round++) {
      byte[] damaged = SequenceCodec.encode(RECORD);
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        SequenceRecord read = SequenceCodec.decode(KEY, damaged);
        assertThat(SequenceCodec.encode(read)).isEqualTo(damaged);
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT);
      }
    }
  }

  private static void assertCorrupt(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_CORRUPT));
  }
}
