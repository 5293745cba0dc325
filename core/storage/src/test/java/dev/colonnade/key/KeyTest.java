package dev.colonnade.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTest {
  static Key key(String hex) {
    return Key.wrap(HexFormat.of().parseHex(hex));
  }

  @ParameterizedTest
  @CsvSource({"'',00", "00,0000", "00,01", "7f,80", "80,ff", "01ff,02", "ff,ffff"})
  void shouldSortByUnsignedBytesAndPrefixesFirst(String smaller, String greater) {
    assertThat(key(smaller)).isLessThan(key(greater));
    assertThat(key(greater)).isGreaterThan(key(smaller)).isLessThan(Key.INFINITY);
    assertThat(key(smaller)).isEqualByComparingTo(key(smaller)).isNotEqualTo(key(greater));
  }

  @Test
  void shouldEqualByBytes() {
    assertThat(key("0102")).isEqualTo(key("0102")).hasSameHashCodeAs(key("0102"));
    assertThat(Key.EMPTY).isEqualTo(key("")).isNotEqualTo(Key.INFINITY);
    assertThat(Key.INFINITY.isInfinity()).isTrue();
    assertThat(Key.EMPTY.isInfinity()).isFalse();
  }

  @Test
  void shouldCopyOrTakeOwnership() {
    byte[] bytes = {1};
    Key copied = Key.of(bytes);
    Key taken = Key.wrap(bytes);
    bytes[0] = 2;
    assertThat(copied).isEqualTo(key("01"));
    assertThat(taken.bytes()).isSameAs(bytes);
  }

  @Test
  void shouldHaveNoKeyBeforeItsSuccessor() {
    assertThat(key("01").successor()).isEqualTo(key("0100"));
    assertThat(Key.EMPTY.successor()).isEqualTo(key("00"));
  }

  @ParameterizedTest
  @CsvSource({"01,02", "0100,0101", "01ff,02", "00ffff,01", "feff,ff"})
  void shouldEndAPrefixAboveAllItsKeys(String prefix, String end) {
    assertThat(key(prefix).prefixEnd()).isEqualTo(key(end));
    assertThat(key(prefix + "ffffff")).isLessThan(key(prefix).prefixEnd());
  }

  @Test
  void shouldEndThePrefixOfTheLastKeysAtInfinity() {
    assertThat(Key.EMPTY.prefixEnd()).isEqualTo(Key.INFINITY);
    assertThat(key("ffff").prefixEnd()).isEqualTo(Key.INFINITY);
  }

  @Test
  void shouldMatchPrefixes() {
    assertThat(key("010203").startsWith(key("0102"))).isTrue();
    assertThat(key("010203").startsWith(Key.EMPTY)).isTrue();
    assertThat(key("0102").startsWith(key("010203"))).isFalse();
    assertThat(key("0102").startsWith(key("02"))).isFalse();
    assertThat(Key.INFINITY.startsWith(Key.EMPTY)).isFalse();
    assertThat(Key.EMPTY.startsWith(Key.INFINITY)).isFalse();
  }

  @Test
  void shouldThrowForBytesOfInfinity() {
    assertThatIllegalStateException().isThrownBy(Key.INFINITY::bytes);
    assertThatIllegalStateException().isThrownBy(Key.INFINITY::length);
    assertThatIllegalStateException().isThrownBy(Key.INFINITY::successor);
    assertThatIllegalStateException().isThrownBy(Key.INFINITY::prefixEnd);
  }

  @Test
  void shouldBeReadable() {
    assertThat(key("01ff")).hasToString("0x01ff");
    assertThat(Key.INFINITY).hasToString("infinity");
  }
}
