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
  void shouldOpenIfNothingInItChanged() {
    assertThat(block.isOpen()).isFalse();
    assertThat(block.changed(key(90))).isFalse();
    assertThat(block.changed(key(50))).as("behind what becomes its end").isFalse();
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
    assertThat(block.kill()).as("the loader gives it up").isTrue();
  }

  @Test
  void shouldEndOnceByAChangeOfAKeyInIt() {
    assertThat(block.seal(key(50))).isTrue();
    assertThat(block.changed(key(50))).isFalse();
    assertThat(block.isOpen()).isTrue();
    assertThat(block.changed(key(10))).isTrue();
    assertThat(block.changed(key(11))).isFalse();
    assertThat(block.kill()).isFalse();
    assertThat(block.isOpen()).isFalse();
  }

  @Test
  void shouldStayEndedWhenItIsSealedTooLate() {
    assertThat(block.kill()).isTrue();
    assertThat(block.seal(key(50))).isFalse();
    assertThat(block.isOpen()).isFalse();
  }
}
