package dev.colonnade.scan.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.segment.BufferCodec.Encoded;
import dev.colonnade.scan.segment.BufferCodec.Encoding;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentHeaderTest {
  private static final KeySpan SPAN =
      new KeySpan(Key.wrap(new byte[] {1, 2}), Key.wrap(new byte[] {3}));

  private static SegmentHeader header(KeySpan span) {
    SegmentPart rows =
        new SegmentPart("", 0, List.of(), List.of(new Encoded(Encoding.DELTAS, 40, 30)), 0, 77);
    SegmentPart column =
        new SegmentPart(
            "2 INT64",
            1,
            List.of(-5L, 9L),
            List.of(new Encoded(Encoding.RAW, 0, 0), new Encoded(Encoding.PACKED8, 80, 33)),
            0,
            -1);
    return new SegmentHeader(42, span, 1_000, 10, 3, List.of(rows, column));
  }

  private static SegmentHeader parse(byte[] bytes, long offset) {
    return SegmentHeader.parse(bytes, SegmentHeader.prefix(ByteBuffer.wrap(bytes)), offset);
  }

  @Test
  void shouldParseWhatItEncodes() {
    for (KeySpan span : List.of(SPAN, KeySpan.from(Key.wrap(new byte[] {9})), KeySpan.ALL)) {
      byte[] bytes = header(span).encode();
      SegmentHeader parsed = parse(bytes, 1_000);
      assertThat(parsed.number()).isEqualTo(42);
      assertThat(parsed.span()).isEqualTo(span);
      assertThat(parsed.readTimestamp()).isEqualTo(1_000);
      assertThat(parsed.rowCount()).isEqualTo(10);
      assertThat(parsed.flags()).isEqualTo(3);
      assertThat(parsed.parts().get(0).offset()).isEqualTo(1_000 + bytes.length);
      assertThat(parsed.parts().get(1).offset()).isEqualTo(1_000 + bytes.length + 30);
      assertThat(parsed.parts().stream().map(part -> part.at(0)).toList())
          .isEqualTo(header(span).parts());
      assertThat(SegmentHeader.prefix(ByteBuffer.wrap(bytes)).recordBytes())
          .isEqualTo(bytes.length + 63);
    }
  }

  @Test
  void shouldKeepItsLayout() {
    SegmentHeader small = new SegmentHeader(7, SPAN, 8, 9, 1, List.of());
    byte[] bytes = small.encode();
    assertThat(HexFormat.of().formatHex(bytes, 0, 16))
        .isEqualTo("435345473b0000003b00000000000000");
    assertThat(HexFormat.of().formatHex(bytes, 20, bytes.length))
        .isEqualTo(
            "0700000000000000"
                + "0800000000000000"
                + "09000000"
                + "01000000"
                + "020000000102"
                + "0100000003"
                + "00000000");
  }

  @Test
  void shouldNoticeEveryChangedByte() {
    byte[] bytes = header(SPAN).encode();
    for (int at = 0; at < bytes.length; at++) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      boolean isSize = at >= 4 && at < 16;
      if (!isSize) {
        assertThatThrownBy(() -> parse(damaged, 0))
            .as("byte " + at)
            .isInstanceOf(DamagedSegmentException.class);
      }
    }
  }
}
