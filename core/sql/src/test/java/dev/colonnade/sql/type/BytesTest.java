package dev.colonnade.sql.type;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void shouldNotShareItsArray() {
    byte[] array = {1, 2, 3};
    Bytes bytes = Bytes.of(array);
    array[0] = 9;
    bytes.toArray()[1] = 9;
    assertThat(bytes).isEqualTo(Bytes.of(new byte[] {1, 2, 3}));
    assertThat(bytes).hasSameHashCodeAs(Bytes.of(new byte[] {1, 2, 3}));
    assertThat(bytes.at(2)).isEqualTo((byte) 3);
  }

  @Test
  void shouldCompareUnsignedBytes() {
    Bytes low = Bytes.of(new byte[] {0x7f, 5});
    Bytes high = Bytes.of(new byte[] {(byte) 0x80});
    assertThat(low).isLessThan(high);
    assertThat(Bytes.of(new byte[] {0x7f})).isLessThan(low);
    assertThat(Bytes.EMPTY).isLessThan(low);
  }

  @Test
  void shouldConcatenateAndCut() {
    Bytes bytes = Bytes.of(new byte[] {1, 2}).concat(Bytes.of(new byte[] {(byte) 0xff}));
    assertThat(bytes).hasToString("0102ff");
    assertThat(bytes.length()).isEqualTo(3);
    assertThat(bytes.slice(1, 3)).hasToString("02ff");
    assertThat(bytes.slice(2, 2)).isSameAs(Bytes.EMPTY);
  }
}
