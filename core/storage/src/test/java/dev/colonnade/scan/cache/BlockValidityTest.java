package dev.colonnade.scan.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import org.junit.jupiter.api.Test;

class BlockValidityTest {
  private final BlockValidity block = new BlockValidity(key(10), key(90));

  private static Key key(int value) {
    return Key.wrap(new byte[] {(byte) value});
  }

  @Test
  void shouldOpenIfNoKeyChanged() {
    assertThat(block.isOpen()).isFalse();
    assertThat(block.changed(key(90))).isFalse();
    assertThat(block.changed(key(50))).as("behind its final end").isFalse();
    assertThat(block.seal(key(50))).isTrue();
    assertThat(block.isOpen()).isTrue();
    assertThat(block.end()).isEqualTo(key(50));
  }

  @Test
  void shouldNotOpenIfAKeyInItChangedWhileItWasLoaded() {
    assertThat(block.changed(key(60))).isFalse();
    assertThat(block.changed(key(49))).isFalse();
    assertThat(block.changed(key(70))).isFalse();
    assertThat(block.seal(key(50))).isFalse();
    assertThat(block.isOpen()).isFalse();
    assertThat(block.invalidate()).as("the loader abandons it").isTrue();
  }

  @Test
  void shouldBeInvalidatedOnceByAChangedKey() {
    assertThat(block.seal(key(50))).isTrue();
    assertThat(block.changed(key(50))).isFalse();
    assertThat(block.isOpen()).isTrue();
    assertThat(block.changed(key(10))).isTrue();
    assertThat(block.changed(key(11))).isFalse();
    assertThat(block.invalidate()).isFalse();
    assertThat(block.isOpen()).isFalse();
  }

  @Test
  void shouldStayInvalidWhenItIsSealedTooLate() {
    assertThat(block.invalidate()).isTrue();
    assertThat(block.seal(key(50))).isFalse();
    assertThat(block.isOpen()).isFalse();
  }
}
